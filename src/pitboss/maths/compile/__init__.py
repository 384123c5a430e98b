"""Rules as machine code, for the CPU and for CUDA devices, and caches on disk."""
