export type Path = readonly (string | number)[];
