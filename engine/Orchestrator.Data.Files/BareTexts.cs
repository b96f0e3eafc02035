using System.Text;

namespace Orchestrator.Data.Files;

/// <summary>
/// Texts of a csv file without quotes: none that holds the separator, a line break or U+0000; in the first column
/// nothing that a file begins with for something else. The empty text is written as NULL is: as nothing at all.
/// </summary>
internal sealed class BareTexts(TextFormat format, bool isFirst) : TextRule
{
    private readonly byte[] _field = Encoding.UTF8.GetBytes(format.Field);
    private readonly bool _mayDeclare = isFirst && !format.HasHeader;

    public override string Refused => "holds the separator of the file, a line break or U+0000, or begins a row with a "
        + "byte order mark or with sep=, and a file without quotes cannot hold that";

    public override bool Keeps(ReadOnlySpan<byte> text) => text.IndexOfAny((byte)'\n', (byte)'\r', (byte)0) < 0
        && text.IndexOf(_field) < 0 && !BeginsOtherwise(text);

    public override byte[] Repaired(ReadOnlySpan<byte> text)
    {
        var repaired = new List<byte>(text.Length);
        while (!text.IsEmpty)
        {
            Rune.DecodeFromUtf8(text, out _, out var length);
            var isTaken = text[0] is (byte)'\n' or (byte)'\r' or 0 || text.StartsWith(_field)
                || (repaired.Count == 0 && BeginsOtherwise(text));
            repaired.AddRange(isTaken ? "\uFFFD"u8 : text[..length]);
            text = text[length..];
        }

        return [.. repaired];
    }

    private bool BeginsOtherwise(ReadOnlySpan<byte> text) =>
        (isFirst && text.StartsWith(Encoding.UTF8.Preamble))
        || (_mayDeclare && CsvOutput.Declares(text));
}
