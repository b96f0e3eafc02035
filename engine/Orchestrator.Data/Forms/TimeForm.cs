using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Forms;

/// <summary>Dates and times as a pattern says. Nothing of it depends on the language of a machine.</summary>
public sealed class TimeForm : ValueForm
{
    private readonly TimeTextReader _reader;
    private readonly TimeTextWriter _writer;

    public TimeForm(TimePattern pattern)
    {
        Pattern = pattern;
        byte[][] literals = [.. pattern.Parts.Select(part => Encoding.UTF8.GetBytes(part.Text))];
        (_reader, _writer) = (new TimeTextReader(pattern, literals), new TimeTextWriter(pattern, literals));
        Signs = string.Concat(pattern.Parts.Where(part => part.Kind == TimePartKind.Literal).Select(part => part.Text))
            + (pattern.HasOffset ? "+-:" : "");
        var plain = pattern.HasDate
            ? pattern.HasOffset ? "2026-01-31 23:59:58.1234567 +01:00"u8 : "2026-01-31 23:59:58.1234567"u8
            : "23:59:58.1234567"u8;
        var room = new byte[BytesMax];
        Example = Encoding.UTF8.GetString(room.AsSpan(0, Write(plain, room)));
    }

    /// <summary>The pattern.</summary>
    public TimePattern Pattern { get; }

    /// <inheritdoc />
    public override string Example { get; }

    /// <inheritdoc />
    public override string Signs { get; }

    /// <summary>Whether the year of a time, in ticks, is one that it can write.</summary>
    public bool HasYear(long ticks) => Pattern.FirstYear == 0
        || (new DateTime(ticks).Year is var year && year >= Pattern.FirstYear
            && year < Pattern.FirstYear + TimeFields.YearsOfShort);

    /// <inheritdoc />
    public override bool TryRead(ReadOnlySpan<byte> text, Span<byte> plain, out int length)
    {
        var isRead = _reader.TryRead(text.Trim((byte)' '), out var fields);
        length = isRead ? _writer.WritePlain(fields, plain) : 0;
        return isRead;
    }

    /// <inheritdoc />
    public override int Write(ReadOnlySpan<byte> plain, Span<byte> to) => _writer.Write(TimeFields.Of(plain), to);
}
