using System.Buffers;

namespace Orchestrator.Runner.Text;

/// <summary>
/// Finds the forms of all secrets in a text in one go: a tree of what they begin with, and from there each on its own.
/// Never changes. Safe for threads.
/// </summary>
internal sealed class SecretIndex
{
    private readonly Node _root = new();
    private readonly SearchValues<char> _first;

    public SecretIndex(IEnumerable<SecretForm> forms)
    {
        foreach (var form in forms)
        {
            foreach (var way in form.Steps[0])
            {
                var node = _root;
                foreach (var character in way)
                {
                    node = node.Next.TryGetValue(character, out var next)
                        ? next : node.Next[character] = new Node();
                }

                node.Forms.Add(form);
            }
        }

        _first = SearchValues.Create([.. _root.Next.Keys]);
    }

    // Fewer characters than these tell nothing of a secret, and half of all lines end with those of one.
    private const int BegunLengthMin = 4;

    /// <summary>The text with a mask in place of each secret; secrets that overlap get one.</summary>
    /// <param name="text">The text.</param>
    /// <param name="mask">What stands in place of a secret.</param>
    /// <param name="mayGoOn">Whether it ends within what may become one on the next line.</param>
    public string Masked(string text, string mask, out bool mayGoOn)
    {
        var found = Found(text, out mayGoOn);
        if (found.Count == 0)
        {
            return text;
        }

        var result = new System.Text.StringBuilder(text.Length);
        var at = 0;
        foreach (var (begin, end) in found)
        {
            result.Append(text, at, begin - at).Append(mask);
            at = end;
        }

        return result.Append(text, at, text.Length - at).ToString();
    }

    private List<(int Begin, int End)> Found(string text, out bool mayGoOn)
    {
        mayGoOn = false;
        var found = new List<(int Begin, int End)>();
        for (var at = 0; at < text.Length; at++)
        {
            var ahead = text.AsSpan(at).IndexOfAny(_first);
            if (ahead < 0)
            {
                break;
            }

            at += ahead;
            if (Longest(text, at, ref mayGoOn) is var (begin, end) && end > begin)
            {
                while (found is [.., var last] && begin < last.End)
                {
                    (begin, end) = (Math.Min(begin, last.Begin), Math.Max(end, last.End));
                    found.RemoveAt(found.Count - 1);
                }

                found.Add((begin, end));
            }
        }

        return found;
    }

    private (int Begin, int End) Longest(string text, int at, ref bool mayGoOn)
    {
        var (begin, end) = (at, -1);
        var node = _root;
        for (var behind = at; behind < text.Length && node.Next.TryGetValue(text[behind], out var next); node = next)
        {
            behind++;
            foreach (var form in next.Forms)
            {
                var here = form.EndIn(text, behind);
                mayGoOn |= here == SecretForm.Unfinished && form.MayBreak && text.Length - at >= BegunLengthMin;
                if (here > 0)
                {
                    var whole = form.IsBase64 ? WithNeighbours(text, at, here) : (Begin: at, End: here);
                    (begin, end) = (Math.Min(begin, whole.Begin), Math.Max(end, whole.End));
                }
            }
        }

        return (begin, end);
    }

    // The characters before and behind hold up to four bits of it each; what fills up the end says its length.
    private static (int Begin, int End) WithNeighbours(string text, int begin, int end)
    {
        begin -= begin > 0 && SecretForms.IsBase64(text[begin - 1]) ? 1 : 0;
        end += end < text.Length && SecretForms.IsBase64(text[end]) ? 1 : 0;
        while (end < text.Length && text[end] == '=')
        {
            end++;
        }

        return (begin, end);
    }

    private sealed class Node
    {
        public Dictionary<char, Node> Next { get; } = [];

        public List<SecretForm> Forms { get; } = [];
    }
}
