/** One number an architect asks for, with its range in words. */
export interface Headline {
  readonly label: string;
  readonly value: string;
  /** Range, basis or condition; empty where there is none. */
  readonly note: string;
}
