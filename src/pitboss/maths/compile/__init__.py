"""Rules as machine code, for the CPU and for CUDA devices, and what is kept on disk."""
