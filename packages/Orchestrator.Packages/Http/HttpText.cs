using System.Security;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.RegularExpressions;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Http;

/// <summary>Puts values into texts that are sent, each as its place needs it: none ends what it stands in.</summary>
internal static partial class HttpText
{
    /// <summary>The text with its values.</summary>
    /// <param name="text">The text in its parts.</param>
    /// <param name="place">Where it stands.</param>
    /// <param name="resolve">As <see cref="PackageContext.Resolve"/>.</param>
    /// <exception cref="HttpValueException">A value cannot stand there.</exception>
    public static string Of(SentText text, HttpPlace place, Func<string, string> resolve)
    {
        var result = new StringBuilder();
        var quotes = new JsonQuotes();
        foreach (var part in text.Parts)
        {
            if (part.Kind == SentPartKind.Written)
            {
                quotes.Read(part.Text);
                result.Append(part.Text);
                continue;
            }

            var value = part.Kind == SentPartKind.Value ? part.Text : resolve(part.Text);
            result.Append(Encoded(value, part.Kind, place, quotes));
        }

        var whole = result.ToString();
        return place != HttpPlace.Header || whole.All(MayStandInHeader) ? whole
            : throw new HttpValueException("holds a control character, or one beyond ASCII");
    }

    /// <summary>What a body of that type needs.</summary>
    /// <param name="type">The value of Content-Type.</param>
    public static HttpPlace PlaceOf(string type)
    {
        var word = type.Split(';')[0].Trim().ToLowerInvariant();
        return word is "application/json" or "text/json" || word.EndsWith("+json", StringComparison.Ordinal)
            ? HttpPlace.Json
            : word == "application/x-www-form-urlencoded" ? HttpPlace.Form
            : word is "application/xml" or "text/xml" || word.EndsWith("+xml", StringComparison.Ordinal)
            ? HttpPlace.Xml : HttpPlace.Text;
    }

    // What the run asks for in an address is a piece of an address, such as its beginning.
    private static string Encoded(string value, SentPartKind kind, HttpPlace place, JsonQuotes quotes)
    {
        if (!IsWellFormed(value))
        {
            throw new HttpValueException("holds half of a character");
        }

        return place switch
        {
            HttpPlace.Url => kind == SentPartKind.Asked ? value : Uri.EscapeDataString(value),
            HttpPlace.Form => Uri.EscapeDataString(value),
            HttpPlace.Json => OfJson(value, quotes),
            HttpPlace.Xml => OfXml(value),
            _ => value,
        };
    }

    private static string OfJson(string value, JsonQuotes quotes) =>
        quotes.IsEscaped ? throw new HttpValueException("stands behind a backslash")
        : quotes.IsWithin ? JavaScriptEncoder.UnsafeRelaxedJsonEscaping.Encode(value)
        : Literal().IsMatch(value) ? value
        : throw new HttpValueException("stands outside of quotes, and is neither a number nor true, false or null");

    private static string OfXml(string value) =>
        value.Any(sign => sign is < ' ' and not ('\t' or '\n' or '\r') or '\ufffe' or '\uffff')
            ? throw new HttpValueException("holds a control character, which XML has no way to write")
            // An attribute would make blanks of these.
            : SecurityElement.Escape(value).Replace("\t", "&#9;", StringComparison.Ordinal)
                .Replace("\n", "&#10;", StringComparison.Ordinal).Replace("\r", "&#13;", StringComparison.Ordinal);

    private static bool MayStandInHeader(char sign) => sign is >= ' ' and <= '~' or '\t';

    private static bool IsWellFormed(string value)
    {
        for (var i = 0; i < value.Length;)
        {
            if (!Rune.TryGetRuneAt(value, i, out var rune))
            {
                return false;
            }

            i += rune.Utf16SequenceLength;
        }

        return true;
    }

    [GeneratedRegex(@"^(-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?|true|false|null)\z")]
    private static partial Regex Literal();
}
