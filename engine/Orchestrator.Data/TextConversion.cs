using System.Buffers;
using System.Text;
using System.Text.Unicode;
using Orchestrator.Core.Types;
using Orchestrator.Data.Forms;

namespace Orchestrator.Data;

/// <summary>
/// Text into text: the bytes stay where they are. A block known to be valid and a column whose longest value fits
/// cost one look at the lengths.
/// </summary>
internal sealed class TextConversion(
    SqlType to, ColumnLimits limits, bool adopt, bool fromText, ValueForm? form = null)
    : Conversion
{
    private static readonly byte[] Replacement = "\uFFFD"u8.ToArray();

    private readonly CodePageText? _codePage = limits.CodePage > 0 ? new(limits.CodePage) : null;

    private readonly int _limit = limits.LengthMax > 0 ? limits.LengthMax
        : to.LengthMax == 0 ? int.MaxValue : to.LengthMax;

    public override void Run(ColumnVector source, ColumnVector target, int count, ColumnCheck check)
    {
        if (!fromText)
        {
            Format(source, target, count);
        }
        else if (adopt)
        {
            target.Adopt(source);
        }
        else
        {
            target.PointAt(source, count);
        }

        if (form is not null)
        {
            MakePlain(form, target, count, check);
        }

        if (fromText && !source.Block.IsValidUtf8)
        {
            CheckEncoding(target, count, check);
        }

        if (fromText && limits.RefusesNul && !source.Block.IsFreeOfNul)
        {
            CheckNul(target, count, check);
        }

        if (fromText && _codePage is not null)
        {
            CheckCodePage(_codePage, target, count, check);
        }

        // A number that is written as text can be one that the column does not keep, too.
        if (limits.Texts is { } rule)
        {
            CheckRule(rule, target, count, check);
        }

        if (limits.IsNumberText || limits.FractionDigitsMax is not null)
        {
            CheckNumbers(target, count, check);
        }

        if (Longest(target, count) > _limit)
        {
            CheckLength(target, count, check);
        }
    }

    /// <summary>Bytes of a text that hold at most so many UTF-16 code units, whole characters only.</summary>
    internal static int PrefixOfUnits(ReadOnlySpan<byte> text, int units)
    {
        var bytes = 0;
        while (bytes < text.Length && Rune.DecodeFromUtf8(text[bytes..], out var rune, out var used) is var status)
        {
            units -= status == OperationStatus.Done ? rune.Utf16SequenceLength : 1;
            if (units < 0)
            {
                break;
            }

            bytes += used;
        }

        return bytes;
    }

    /// <summary>Bytes of a text that are at most so many, whole characters only.</summary>
    internal static int PrefixOfBytes(ReadOnlySpan<byte> text, int bytes)
    {
        while (bytes > 0 && bytes < text.Length && (text[bytes] & 0xC0) == 0x80)
        {
            bytes--;
        }

        return Math.Min(bytes, text.Length);
    }

    /// <summary>Code points of a text: its bytes but for those that continue one.</summary>
    internal static int CharactersOf(ReadOnlySpan<byte> text)
    {
        var count = 0;
        foreach (var one in text)
        {
            count += (one & 0xC0) == 0x80 ? 0 : 1;
        }

        return count;
    }

    private static int PrefixOfCharacters(ReadOnlySpan<byte> text, int characters)
    {
        for (var i = 0; i < text.Length; i++)
        {
            if ((text[i] & 0xC0) != 0x80 && characters-- == 0)
            {
                return i;
            }
        }

        return text.Length;
    }

    private static void Format(ColumnVector source, ColumnVector target, int count)
    {
        Span<byte> room = stackalloc byte[ValueFormat.BytesMax];
        target.CopyNulls(source);
        for (var row = 0; row < count; row++)
        {
            if (source.IsNull(row))
            {
                target.Lengths[row] = 0;
            }
            else if (source.Type.IsBinary)
            {
                target.SetBytes(row, Encoding.ASCII.GetBytes(Convert.ToHexString(source.Bytes(row))));
            }
            else
            {
                target.SetBytes(row, room[..ValueFormat.Write(source, row, room)]);
            }
        }
    }

    // The server reads numbers as it writes them, whatever the file does.
    private static void MakePlain(ValueForm form, ColumnVector target, int count, ColumnCheck check)
    {
        Span<byte> room = stackalloc byte[ValueForm.BytesMax];
        for (var row = 0; row < count; row++)
        {
            if (target.IsNull(row))
            {
                continue;
            }

            if (form.TryRead(target.Bytes(row), room, out var length))
            {
                target.SetBytes(row, room[..length]);
            }
            else
            {
                check.Report(row, ValueResult.NotAValue);
            }
        }
    }

    // What stands at a NULL only makes it look closer than it has to.
    private static int Longest(ColumnVector vector, int count)
    {
        var longest = 0;
        foreach (var length in vector.Lengths.AsSpan(0, count))
        {
            longest = Math.Max(longest, length);
        }

        return longest;
    }

    private static byte[] Repaired(ReadOnlySpan<byte> text)
    {
        var repaired = new ArrayBufferWriter<byte>(text.Length + Replacement.Length);
        while (!text.IsEmpty)
        {
            var isText = Rune.DecodeFromUtf8(text, out _, out var used) == OperationStatus.Done;
            repaired.Write(isText ? text[..used] : Replacement);
            text = text[used..];
        }

        return repaired.WrittenSpan.ToArray();
    }

    private static void CheckEncoding(ColumnVector vector, int count, ColumnCheck check)
    {
        for (var row = 0; row < count; row++)
        {
            if (!vector.IsNull(row) && !Utf8.IsValid(vector.Bytes(row))
                && check.Report(row, RejectReason.EncodingLoss))
            {
                vector.SetBytes(row, Repaired(vector.Bytes(row)));
            }
        }
    }

    private static void CheckNul(ColumnVector vector, int count, ColumnCheck check)
    {
        for (var row = 0; row < count; row++)
        {
            if (!vector.IsNull(row) && vector.Bytes(row).Contains((byte)0)
                && check.Report(row, RejectReason.EncodingLoss))
            {
                vector.SetBytes(row, WithoutNul(vector.Bytes(row)));
            }
        }
    }

    private static void CheckCodePage(CodePageText codePage, ColumnVector vector, int count, ColumnCheck check)
    {
        for (var row = 0; row < count; row++)
        {
            if (!vector.IsNull(row) && !codePage.Has(vector.Bytes(row))
                && check.Report(row, RejectReason.EncodingLoss))
            {
                vector.SetBytes(row, codePage.Repaired(vector.Bytes(row)));
            }
        }
    }

    private static void CheckRule(TextRule rule, ColumnVector vector, int count, ColumnCheck check)
    {
        for (var row = 0; row < count; row++)
        {
            if (!vector.IsNull(row) && !rule.Keeps(vector.Bytes(row)) && check.Report(row, rule.Loss))
            {
                vector.SetBytes(row, rule.Repaired(vector.Bytes(row)));
            }
        }
    }

    private static byte[] WithoutNul(ReadOnlySpan<byte> text)
    {
        var repaired = new ArrayBufferWriter<byte>(text.Length + Replacement.Length);
        foreach (var one in text)
        {
            repaired.Write(one == 0 ? Replacement : [one]);
        }

        return repaired.WrittenSpan.ToArray();
    }

    private void CheckLength(ColumnVector vector, int count, ColumnCheck check)
    {
        for (var row = 0; row < count; row++)
        {
            if (vector.Lengths[row] <= _limit || vector.IsNull(row))
            {
                continue;
            }

            var bytes = vector.Bytes(row);
            var length = LengthOf(bytes);
            if (length > _limit && check.Report(row, RejectReason.Truncation, length, _limit))
            {
                vector.Lengths[row] = Prefix(bytes);
            }
        }
    }

    private void CheckNumbers(ColumnVector vector, int count, ColumnCheck check)
    {
        var digitsMax = limits.FractionDigitsMax ?? int.MaxValue;
        for (var row = 0; row < count; row++)
        {
            if (vector.IsNull(row))
            {
                continue;
            }

            if (limits.IsNumberText && !NumberText.IsNumber(vector.Bytes(row)))
            {
                check.Report(row, ValueResult.NotAValue);
            }
            else if (PlainOf(vector.Bytes(row)) is var text && NumberText.HasMoreDigits(text, digitsMax)
                && check.Report(row, RejectReason.ScaleLoss))
            {
                vector.SetBytes(row, NumberText.Cut(text, digitsMax));
            }
        }
    }

    // The server rounds 1e-9 as silently as 0.000000001.
    private ReadOnlySpan<byte> PlainOf(ReadOnlySpan<byte> text) =>
        limits is { IsNumberText: true, FractionDigitsMax: not null } ? NumberText.Plain(text) : text;

    private int LengthOf(ReadOnlySpan<byte> text) => limits.LengthUnit switch
    {
        _ when _codePage is not null => _codePage.BytesOf(text),
        LengthUnit.Characters => CharactersOf(text),
        LengthUnit.OfType when to.IsUnicodeText => Encoding.UTF8.GetCharCount(text),
        _ => text.Length,
    };

    private int Prefix(ReadOnlySpan<byte> text) => limits.LengthUnit switch
    {
        _ when _codePage is not null => _codePage.Prefix(text, _limit),
        LengthUnit.Characters => PrefixOfCharacters(text, _limit),
        LengthUnit.OfType when to.IsUnicodeText => PrefixOfUnits(text, _limit),
        _ => PrefixOfBytes(text, _limit),
    };
}
