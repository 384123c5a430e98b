"""Rules compiled for CPUs and CUDA devices, and the caches on disk."""
