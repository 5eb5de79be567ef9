/** The page's own sign: a house with a light in it. */

/** Draws the sign. */
export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <rect class="logo__ground" width="64" height="64" rx="18" />
      <path class="logo__house" d="M14 31.5 32 16l18 15.5V47a3 3 0 0 1-3 3H17a3 3 0 0 1-3-3z" />
      <circle class="logo__light" cx="32" cy="37" r="6.5" />
    </svg>
  );
}
