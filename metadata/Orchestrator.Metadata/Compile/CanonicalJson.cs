using System.Security.Cryptography;
using System.Text;

namespace Orchestrator.Metadata.Compile;

/// <summary>
/// JSON with one spelling: keys in ordinal order, no white space, only what must be escaped is escaped. Written by hand
/// because the framework's encoder escapes by the Unicode tables of its version, and a hash must outlive versions.
/// </summary>
internal static class CanonicalJson
{
    public static string Text(string value)
    {
        var json = new StringBuilder(value.Length + 2).Append('"');
        for (var i = 0; i < value.Length; i++)
        {
            var c = value[i];
            if (c is '"' or '\\')
            {
                json.Append('\\').Append(c);
            }
            else if (c < ' ')
            {
                json.Append("\\u").Append(((int)c).ToString("x4"));
            }
            else if (IsLoneSurrogate(value, i))
            {
                // Half a character is no text: no UTF-8 can hold it, and no reader of JSON takes it.
                json.Append('\ufffd');
            }
            else
            {
                json.Append(c);
            }
        }

        return json.Append('"').ToString();
    }

    public static string List(IEnumerable<string> values) => Array(values.Select(Text));

    public static string Array(IEnumerable<string> json) => $"[{string.Join(',', json)}]";

    /// <summary>An object from keys and values that are JSON already.</summary>
    public static string Object(IEnumerable<(string Key, string Json)> members) =>
        "{" + string.Join(',', members.OrderBy(member => member.Key, StringComparer.Ordinal)
            .Select(member => Text(member.Key) + ":" + member.Json)) + "}";

    public static string Hash(string json) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(json)));

    private static bool IsLoneSurrogate(string value, int i) =>
        char.IsHighSurrogate(value[i])
            ? i + 1 == value.Length || !char.IsLowSurrogate(value[i + 1])
            : char.IsLowSurrogate(value[i]) && (i == 0 || !char.IsHighSurrogate(value[i - 1]));
}
