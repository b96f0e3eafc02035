using System.Text;

namespace Orchestrator.Runner.Text;

/// <summary>The bytes of a text in each of the encodings that programs and servers write. Safe for threads.</summary>
internal static class Bytes
{
    private static readonly Encoding[] Whole = [Encoding.UTF8, Encoding.Unicode];

    // Where a text has a character that one of these has not, it was not written so.
    private static readonly Encoding[] Single =
    [
        Encoding.GetEncoding("iso-8859-1", EncoderFallback.ExceptionFallback, DecoderFallback.ExceptionFallback),
        CodePagesEncodingProvider.Instance.GetEncoding(
            1252, EncoderFallback.ExceptionFallback, DecoderFallback.ExceptionFallback)!,
    ];

    /// <summary>In each of them that has all of its characters.</summary>
    public static IEnumerable<byte[]> Of(string text) =>
        Whole.Select(each => each.GetBytes(text)).Append(OfBigEnd(text)).Concat(OfSingle(text));

    // Without the zero that nearly all of them begin with: it tells nothing, and the forms of all secrets would be
    // tried wherever a text has two noughts.
    private static byte[] OfBigEnd(string text) => Encoding.BigEndianUnicode.GetBytes(text) is [0, .. var rest]
        ? rest : Encoding.BigEndianUnicode.GetBytes(text);

    /// <summary>In the encodings of one byte a character.</summary>
    public static IEnumerable<byte[]> OfSingle(string text)
    {
        foreach (var encoding in Single)
        {
            byte[] bytes;
            try
            {
                bytes = encoding.GetBytes(text);
            }
            catch (EncoderFallbackException)
            {
                continue;
            }

            yield return bytes;
        }
    }
}
