using System.Text;
using Orchestrator.Ssis.Expressions.Binding;

namespace Orchestrator.Ssis.Expressions.Generation.Parts;

/// <summary>Characters from a first to a last one each, in order, none beyond U+FFFF.</summary>
internal sealed record SqlCharacters(IReadOnlyList<(char First, char Last)> Ranges)
{
    /// <summary>No text holds a character NUL.</summary>
    public const char First = '\u0001';

    /// <summary>The last character of ASCII.</summary>
    public const char LastAscii = '\u007F';

    /// <summary>The last character whose case is changed outside of a server's own rules.</summary>
    private const char LastCased = '\u017E';

    public static readonly SqlCharacters Ascii = new([(First, LastAscii)]);

    /// <summary>Latin letters, whose case all take for the same; without those of Turkish.</summary>
    public static readonly SqlCharacters Cased = Of(Between(First, LastCased)
        .Where(one => one <= LastAscii || (one >= '\u00A0' && one is not ('\u0130' or '\u0131' or '\u0149'))));

    /// <summary>Those of a code page with one byte for each; null where it has more, or is unknown.</summary>
    public static SqlCharacters? OfCodePage(int codePage)
    {
        if (SsisCasts.EncodingOf(codePage) is not { IsSingleByte: true } encoding)
        {
            return null;
        }

        // Only what is written as the byte that it is read from, as the evaluator asks whether it can be written.
        var known = Enumerable.Range(1, 255).Select(code => Read(encoding, (byte)code)).OfType<char>().ToHashSet();
        return Between(First, LastAscii).All(known.Contains)
            ? new SqlCharacters([(First, LastAscii), .. Of(known.Where(one => one > LastAscii).Order()).Ranges])
            : null;
    }

    /// <summary>Pairs of letters beyond ASCII: each, and what it becomes.</summary>
    public static (string From, string To) Changed(bool isUpper)
    {
        StringBuilder from = new();
        StringBuilder to = new();
        foreach (var one in Cased.Ranges.SelectMany(range => Between(range.First, range.Last)))
        {
            var other = isUpper ? char.ToUpperInvariant(one) : char.ToLowerInvariant(one);
            if (one > LastAscii && other != one)
            {
                from.Append(one);
                to.Append(other);
            }
        }

        return (from.ToString(), to.ToString());
    }

    private static IEnumerable<char> Between(char first, char last) =>
        Enumerable.Range(first, last - first + 1).Select(code => (char)code);

    private static char? Read(Encoding encoding, byte code)
    {
        try
        {
            var text = encoding.GetString([code]);
            return text.Length == 1 && encoding.GetBytes(text) is [var again] && again == code ? text[0] : null;
        }
        catch (ArgumentException)
        {
            return null;
        }
    }

    private static SqlCharacters Of(IEnumerable<char> ordered)
    {
        List<(char First, char Last)> ranges = [];
        foreach (var one in ordered)
        {
            if (ranges.Count > 0 && ranges[^1].Last + 1 == one)
            {
                ranges[^1] = (ranges[^1].First, one);
            }
            else
            {
                ranges.Add((one, one));
            }
        }

        return new SqlCharacters(ranges);
    }
}
