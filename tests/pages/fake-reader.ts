/** happy-dom reads no files of Node. */
export class FakeReader {
  result = "data:image/webp,";
  onload: () => void = () => undefined;
  readAsDataURL() {
    this.onload();
  }
}
