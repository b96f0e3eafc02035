using System.Text.RegularExpressions;
using Orchestrator.Metadata.Loading;

namespace Orchestrator.Metadata.Model;

/// <summary>One `keyword=value` of a connection string, the quotes taken off, and where its value stands.</summary>
public readonly record struct ConnectionPart(string Keyword, string Value, int At, int Length);

/// <summary>
/// Takes connection strings apart: `keyword=value` with `;` between, a value in single or double quotes where it holds
/// a `;` itself. A `${…}` stands for a whole connection string, or for a value or a piece of one: then whatever the
/// variable or secret holds is that value, never syntax, and needs no quotes.
/// </summary>
public static partial class ConnectionText
{
    /// <summary>
    /// Whether somebody has written a connection string, or an address with a scheme, where a name or a path was asked
    /// for. What it holds may be secret, so that no message repeats it.
    /// </summary>
    public static bool LooksLikeOne(string text) =>
        (text.Contains(';') && text.Contains('=')) || IsLikeOne().IsMatch(text);

    /// <summary>The parts with their values in place of `${…}`.</summary>
    /// <param name="text">As it was written.</param>
    /// <param name="resolve">The value of a text with `${…}` in it.</param>
    /// <exception cref="InvalidOperationException">
    /// It cannot be taken apart, or a value is missing; the message holds no part of any value.
    /// </exception>
    public static IReadOnlyList<ConnectionPart> Resolve(string text, Func<string, string> resolve)
    {
        var isWhole = PlaceholderText.IsWhole(text);
        if (!TryParse(isWhole ? resolve(text.Trim()) : text, !isWhole, out var parts, out var problem))
        {
            throw new InvalidOperationException($"The connection string cannot be read: {problem}.");
        }

        return isWhole ? parts : [.. parts.Select(part => part with { Value = resolve(part.Value) })];
    }

    /// <summary>Takes it apart as it was written, `${…}` left in the values; false with what is wrong.</summary>
    public static bool TryParse(string text, out IReadOnlyList<ConnectionPart> parts, out string problem) =>
        TryParse(text, hasPlaceholders: true, out parts, out problem);

    private static bool TryParse(
        string text, bool hasPlaceholders, out IReadOnlyList<ConnectionPart> parts, out string problem)
    {
        var found = new List<ConnectionPart>();
        parts = found;
        problem = "";
        var at = 0;
        while (problem.Length == 0 && (at = Start(text, at)) < text.Length)
        {
            (var part, at, problem) = Part(text, at, found.Count + 1, hasPlaceholders);
            found.Add(part);
        }

        return problem.Length == 0;
    }

    private static (ConnectionPart Part, int End, string Problem) Part(
        string text, int start, int number, bool hasPlaceholders)
    {
        var sign = text.AsSpan(start).IndexOfAny('=', ';', '\n') + start;
        if (sign <= start || text[sign] != '=' || text[start..sign].Contains("${", StringComparison.Ordinal))
        {
            return (default, start, $"part {number} is no keyword=value");
        }

        var keyword = string.Join(' ', text[start..sign].Split(' ', StringSplitOptions.RemoveEmptyEntries));
        var begin = sign + 1;
        while (begin < text.Length && char.IsWhiteSpace(text[begin]))
        {
            begin++;
        }

        var quote = begin < text.Length && text[begin] is '"' or '\'' ? text[begin] : '\0';
        var first = quote == '\0' ? begin : begin + 1;
        var end = End(text, first, quote, hasPlaceholders);
        if (quote == '\0')
        {
            var plain = text[first..end].TrimEnd();
            return (new ConnectionPart(keyword, plain, first, plain.Length), end, "");
        }

        var next = end < text.Length ? Start(text, end + 1) : end;
        var isClosed = end < text.Length
            && (next == text.Length || text[(end + 1)..next].Contains(';', StringComparison.Ordinal));
        return (new ConnectionPart(keyword, text[first..end].Replace($"{quote}{quote}", $"{quote}",
            StringComparison.Ordinal), first, end - first), next,
            isClosed ? "" : $"the quotes of part {number} are not closed, or something stands behind them");
    }

    /// <summary>Where a value ends: at its quote, else at a `;`; a doubled quote and a `${…}` belong to it.</summary>
    private static int End(string text, int at, char quote, bool hasPlaceholders)
    {
        while (at < text.Length && text[at] != (quote == '\0' ? ';' : quote) || IsDoubled(text, at, quote))
        {
            var placeholder = hasPlaceholders ? PlaceholderText.LengthAt(text, at) : 0;
            at += placeholder > 0 ? placeholder : IsDoubled(text, at, quote) ? 2 : 1;
        }

        return at;
    }

    private static bool IsDoubled(string text, int at, char quote) =>
        quote != '\0' && at + 1 < text.Length && text[at] == quote && text[at + 1] == quote;

    private static int Start(string text, int at)
    {
        while (at < text.Length && (char.IsWhiteSpace(text[at]) || text[at] == ';'))
        {
            at++;
        }

        return at;
    }

    [GeneratedRegex("""
        (?ix) :// | \b (?: password | pwd ) \s* = | ^ [^/\\]* : [^/\\]* @ | ^ \s* (?:
          (?: host | server | data \s* source | address | addr | network \s+ address | filename | database
            | initial \s+ catalog | dbname | port | sslmode | user \s* (?: id | name )? | uid | password | pwd ) \s* = )
        """)]
    private static partial Regex IsLikeOne();
}
