using Orchestrator.Core.Types;

namespace Orchestrator.Data.Forms;

/// <summary>
/// A column that keeps values as text: in a form, of a bounded length, none of them a word that stands for NULL there.
/// </summary>
internal sealed class WrittenValues(Conversion conversion, ColumnLimits limits) : Conversion
{
    private readonly TimeForm? _times = limits.Form as TimeForm;
    private readonly bool _isRead = limits.ValueLengthMax > 0 || limits.NullWords.Count > 0;

    /// <summary>Whether a column has anything of that.</summary>
    public static bool Has(ColumnLimits limits) =>
        limits.ValueLengthMax > 0 || limits.NullWords.Count > 0 || limits.Form is TimeForm;

    public override void Run(ColumnVector source, ColumnVector target, int count, ColumnCheck check)
    {
        conversion.Run(source, target, count, check);
        Span<byte> room = stackalloc byte[ValueForm.BytesMax];
        for (var row = 0; row < count; row++)
        {
            if (target.IsNull(row) || check.IsRefused(row))
            {
                continue;
            }

            if (_times is not null && !KeepsTime(_times, target, row, check))
            {
                check.Report(row, ValueResult.OutOfRange);
            }
            else if (_isRead && !check.IsRefused(row) && !IsReadBack(target, row, room, out var length))
            {
                var (actual, allowed) = Fits(length) ? (0, 0) : (length, limits.ValueLengthMax);
                check.Report(row, RejectReason.RangeLoss, actual, allowed);
            }
        }
    }

    // Smaller steps than it writes are a loss of scale; false = a year that it does not write.
    private static bool KeepsTime(TimeForm times, ColumnVector vector, int row, ColumnCheck check)
    {
        var isOffset = vector.Storage == ValueStorage.Int128;
        var minutes = isOffset ? OffsetTime.OffsetMinutes(vector.Int128s[row]) : 0;
        var ticks = isOffset ? OffsetTime.UtcTicks(vector.Int128s[row]) : vector.Int64s[row];
        var over = ticks % times.Pattern.Unit;
        if (over != 0 && check.Report(row, RejectReason.ScaleLoss))
        {
            ticks -= over;
            if (isOffset)
            {
                vector.Int128s[row] = OffsetTime.Pack(ticks, minutes);
            }
            else
            {
                vector.Int64s[row] = ticks;
            }
        }

        var local = Math.Clamp(ticks + (minutes * TimeSpan.TicksPerMinute), 0, DateTime.MaxValue.Ticks);
        return vector.Type.Kind == SqlTypeKind.Time || times.HasYear(local);
    }

    // Without any character it would be NULL in such a store.
    private bool IsReadBack(ColumnVector vector, int row, Span<byte> room, out int length)
    {
        if (vector.Type.IsBinary)
        {
            length = 2 * vector.Lengths[row];
            return Fits(length) && !(limits.NullWords.Count > 0 && length <= room.Length
                && IsNull(Hex(vector.Bytes(row), room)));
        }

        if (limits.Form is { } form)
        {
            var formed = InForm(form, vector, row, room);
            length = TextConversion.CharactersOf(formed);
            return Fits(length) && !IsNull(formed);
        }

        var text = room[..ValueFormat.Write(vector, row, room)];
        length = text.Length;
        return Fits(length) && !IsNull(text);
    }

    private static ReadOnlySpan<byte> InForm(ValueForm form, ColumnVector vector, int row, Span<byte> room)
    {
        Span<byte> plain = stackalloc byte[ValueFormat.BytesMax];
        return room[..form.Write(plain[..ValueFormat.Write(vector, row, plain)], room)];
    }

    private bool Fits(int length) => limits.ValueLengthMax == 0
        || (length > 0 && length <= limits.ValueLengthMax);

    private bool IsNull(ReadOnlySpan<byte> text)
    {
        foreach (var word in limits.NullWords)
        {
            if (text.SequenceEqual(word))
            {
                return true;
            }
        }

        return false;
    }

    private static ReadOnlySpan<byte> Hex(ReadOnlySpan<byte> bytes, Span<byte> room) =>
        Convert.TryToHexString(bytes, room, out var length) ? room[..length] : default;
}
