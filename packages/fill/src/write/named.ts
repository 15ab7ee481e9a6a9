/** Whose login a page is about, where no one has picked one. */

/** Whether a text that is there already names someone else. What has no name is no one's. */
export const isOther = (text: string, named = ""): boolean =>
  named !== "" && text.trim() !== "" && text.trim().toLowerCase() !== named.trim().toLowerCase();
