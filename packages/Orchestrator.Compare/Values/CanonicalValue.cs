using System.Globalization;
using System.Text;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Data.Forms;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Compare.Values;

/// <summary>
/// Writes the values of one column of one side in the form in which both sides are compared. For one thread.
/// </summary>
/// <param name="form">The form.</param>
/// <param name="side">The column.</param>
/// <param name="rules">What is no difference.</param>
/// <param name="isPadded">Whether one of the two columns fills its texts with blanks.</param>
/// <param name="zone">The zone of times without an offset; null = UTC.</param>
internal sealed class CanonicalValue(
    ComparedForm form, SideColumn side, DataRules rules, bool isPadded, TimeZoneInfo? zone)
{
    private readonly FoldedText _text = new(rules, isPadded);
    private readonly SqlType _type = side.Column.Type;
    private readonly bool _isText = ValueStorages.IsText(side.Column.Type);
    private readonly ValueForms? _forms = side.Column.Forms;
    private readonly byte[] _room = new byte[PlainNumber.BytesMax];

    /// <summary>Writes the value of a row.</summary>
    public void Write(ColumnVector values, int row, CanonicalRow to)
    {
        if (values.IsNull(row))
        {
            if (values.HasBeyond && values.TryBeyond(row, out var beyond))
            {
                WriteText(beyond, to);
            }
            else
            {
                to.AddNull();
            }
        }
        else if (_isText)
        {
            WriteText(values.Bytes(row), to);
        }
        else
        {
            WriteValue(values, row, to);
        }
    }

    private void WriteText(ReadOnlySpan<byte> text, CanonicalRow to)
    {
        if (form == ComparedForm.Text)
        {
            var folded = _text.Of(text);
            if (folded.IsEmpty && rules.NullAsEmpty)
            {
                to.AddNull();
                return;
            }

            to.Add(folded);
        }
        else if (rules.NullAsEmpty && text.Trim((byte)' ').IsEmpty)
        {
            to.AddNull();
        }
        else if (!TryRead(text, to))
        {
            to.Add(_text.Of(text), CanonicalRow.Other);
        }
    }

    private bool TryRead(ReadOnlySpan<byte> text, CanonicalRow to) => form switch
    {
        ComparedForm.Number => TryNumber(text, to),
        ComparedForm.Floating or ComparedForm.Single => TryFloating(text, to),
        ComparedForm.Moment => TryMoment(text, to),
        ComparedForm.TimeOfDay => ValueReading.TryTimeOfDay(text, _forms?.Time, out var ticks) && AddTicks(ticks, to),
        ComparedForm.Identifier => TryIdentifier(text, to),
        ComparedForm.Bytes => TryHex(text, to),
        _ => false,
    };

    private void WriteValue(ColumnVector values, int row, CanonicalRow to)
    {
        switch (form)
        {
            case ComparedForm.Number when !_type.IsFloat:
                WriteNumber(values, row, to);
                break;
            case ComparedForm.Floating or ComparedForm.Single when _type.IsFloat:
                AddFloating(values.Doubles[row], to);
                break;
            case ComparedForm.Moment when values.Storage == ValueStorage.Int128:
                AddTicks(OffsetTime.UtcTicks(values.Int128s[row]), to);
                break;
            case ComparedForm.Moment:
                AddLocal(values.Int64s[row], to);
                break;
            case ComparedForm.TimeOfDay:
                AddTicks(values.Int64s[row], to);
                break;
            case ComparedForm.Identifier or ComparedForm.Bytes:
                to.Add(values.Bytes(row));
                break;
            case ComparedForm.Text when _type.IsBinary:
                to.Add(Encoding.ASCII.GetBytes(Convert.ToHexString(values.Bytes(row))));
                break;
            default:
                WriteThroughText(values, row, to);
                break;
        }
    }

    private void WriteNumber(ColumnVector values, int row, CanonicalRow to)
    {
        Span<byte> text = stackalloc byte[ValueFormat.BytesMax];
        text = text[..ValueFormat.Write(values, row, text)];
        if (_type.IsInteger)
        {
            to.Add(text);
        }
        else if (rules.Scale is null)
        {
            to.Add(text.Contains((byte)'.') ? text.TrimEnd((byte)'0').TrimEnd((byte)'.') : text);
        }
        else
        {
            TryDigits(text, to);
        }
    }

    // What has another form than the column is read from its text, as that of a file is.
    private void WriteThroughText(ColumnVector values, int row, CanonicalRow to)
    {
        Span<byte> text = stackalloc byte[ValueFormat.BytesMax];
        WriteText(text[..ValueFormat.Write(values, row, text)], to);
    }

    private bool TryNumber(ReadOnlySpan<byte> text, CanonicalRow to)
    {
        if (_forms?.Number is { } written && _isText)
        {
            Span<byte> plain = stackalloc byte[ValueForm.BytesMax];
            return written.TryRead(text, plain, out var length) && TryDigits(plain[..length], to);
        }

        return TryDigits(text, to)
            || (ValueReading.TryBit(text, out var bit) && TryDigits(bit == 0 ? "0"u8 : "1"u8, to));
    }

    private bool TryDigits(ReadOnlySpan<byte> text, CanonicalRow to)
    {
        if (!PlainNumber.TryWrite(text, rules.Scale, _room, out var length))
        {
            return false;
        }

        to.Add(_room.AsSpan(0, length));
        return true;
    }

    private bool TryFloating(ReadOnlySpan<byte> text, CanonicalRow to)
    {
        if (_forms?.Number is not { } written || !_isText)
        {
            return TryDouble(text, to);
        }

        Span<byte> plain = stackalloc byte[ValueForm.BytesMax];
        return written.TryRead(text, plain, out var length) && TryDouble(plain[..length], to);
    }

    // Digits of a number that is too large are no infinity.
    private bool TryDouble(ReadOnlySpan<byte> text, CanonicalRow to) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var value)
            && (!double.IsInfinity(value) || !text.ContainsAnyInRange((byte)'0', (byte)'9'))
            && AddFloating(value, to);

    private bool AddFloating(double value, CanonicalRow to)
    {
        // What no number of 32 bits is stays what it is: it is none of the other side.
        value = form == ComparedForm.Single && float.IsFinite((float)value) ? (float)value : value;
        value = rules.Scale is { } places && double.IsFinite(value)
            ? Math.Round(value, Math.Min(places, 15), MidpointRounding.AwayFromZero) : value;
        to.Add(BitConverter.DoubleToInt64Bits(value == 0 ? 0 : double.IsNaN(value) ? double.NaN : value));
        return true;
    }

    private bool TryMoment(ReadOnlySpan<byte> text, CanonicalRow to) =>
        ValueReading.TryOffsetTime(text, _forms?.Offset, out var packed)
            ? AddTicks(OffsetTime.UtcTicks(packed), to)
            : ValueReading.TryMoment(text, text.IndexOf((byte)':') < 0 ? _forms?.Date : _forms?.DateTime, out var ticks)
                && AddLocal(ticks, to);

    private bool AddLocal(long ticks, CanonicalRow to) => AddTicks(zone is null
        ? ticks : ticks - zone.GetUtcOffset(new DateTime(ticks, DateTimeKind.Unspecified)).Ticks, to);

    private bool AddTicks(long ticks, CanonicalRow to)
    {
        var unit = rules.Fractions is { } digits ? (long)Math.Pow(10, 7 - digits) : 1;
        to.Add(ticks - (ticks % unit));
        return true;
    }

    private static bool TryIdentifier(ReadOnlySpan<byte> text, CanonicalRow to)
    {
        Span<byte> bytes = stackalloc byte[16];
        if (!Guid.TryParse(Encoding.ASCII.GetString(text), out var value)
            || !value.TryWriteBytes(bytes, bigEndian: true, out _))
        {
            return false;
        }

        to.Add(bytes);
        return true;
    }

    private static bool TryHex(ReadOnlySpan<byte> text, CanonicalRow to)
    {
        var digits = text.StartsWith("0x"u8) ? text[2..] : text;
        foreach (var each in digits)
        {
            if (!char.IsAsciiHexDigit((char)each))
            {
                return false;
            }
        }

        if (digits.Length % 2 != 0)
        {
            return false;
        }

        to.Add(Convert.FromHexString(Encoding.ASCII.GetString(digits)));
        return true;
    }
}
