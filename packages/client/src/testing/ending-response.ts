/**
 * A response whose body cannot be read past its end: a second read there fails. A stream answers such reads at once and forever, so a
 * reader that misses the end would hang its test, and no timer could stop it.
 */
export function endingResponse(text: string, init?: ResponseInit): Response {
  const response = new Response(text, init);
  const reader = response.body?.getReader();
  let isAtEnd = false;
  const read = async (): Promise<ReadableStreamReadResult<Uint8Array>> => {
    if (isAtEnd || !reader) throw new Error("Read past the end of the answer");
    const result = await reader.read();
    isAtEnd = result.done;
    return result;
  };
  Object.defineProperty(response, "body", { value: { getReader: () => ({ read }) } });
  return response;
}
