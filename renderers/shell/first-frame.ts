/** Takes the frame away that stood before the scripts had come (`public/first-paint.css`): what stands for it is drawn. */
export function leaveFirstFrame(): void {
  document.getElementById('first-frame')?.remove()
  delete document.documentElement.dataset['first']
}
