// Each rank adds its number: what comes out is known, and only ranks that reach one another know it.
#include <mpi.h>
#include <stdio.h>

int main(int count, char **words) {
  int rank, size, sum = 0;
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  printf("rank %d of %d: %d\n", rank, size, sum);
  MPI_Finalize();
  return 0;
}
