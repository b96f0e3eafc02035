using System.Globalization;
using System.Text;
using Orchestrator.Core.Types;
using Orchestrator.Data.Forms;

namespace Orchestrator.Data.Files;

/// <summary>Writes rows in one style: a value's text from the row batch into the output, without making an object of
/// it.</summary>
internal abstract class RowOutput
{
    private readonly Filled[] _filled;
    private readonly ValueForm?[] _forms;
    private byte[] _hex = [];

    protected RowOutput(TextFormat format, IReadOnlyList<RowColumn> columns, IReadOnlyList<FilledColumn> filled)
    {
        Columns = [.. columns, .. filled.Select(one => one.Column)];
        Format = format;
        Nulls = [.. Columns.Select(column => NullWords.Of(format, column.Name))];
        _forms = [.. columns.Select(column => format.FormsOf(column.Name)?.Of(column.Type))];
        _filled = [.. filled.Select(one => Filled.Of(one.Value))];
        Moved = columns.Count;
    }

    /// <summary>The output of a format.</summary>
    public static RowOutput Of(
        TextFormat format, IReadOnlyList<RowColumn> columns, IReadOnlyList<FilledColumn> filled) => format.Style switch
        {
            TextStyle.Bcp => new BcpOutput(format, columns, filled),
            TextStyle.Fixed => new FixedOutput(format, columns, filled),
            TextStyle.JsonLines => new JsonOutput(format, columns, filled),
            TextStyle.Excel => throw new ArgumentException("workbooks are read and never written", nameof(format)),
            _ => new CsvOutput(format, columns, filled),
        };

    protected TextFormat Format { get; }

    protected IReadOnlyList<RowColumn> Columns { get; }

    protected int Moved { get; }

    /// <summary>The words that stand for NULL in each column; null = there are none.</summary>
    protected byte[][]?[] Nulls { get; }

    /// <summary>What stands before the first row.</summary>
    public virtual void Begin(TextOutput to)
    {
    }

    public void Row(TextOutput to, RowBatch batch, int row)
    {
        for (var i = 0; i < Moved; i++)
        {
            Before(to, i);
            Value(to, batch.Columns[i], i, row);
        }

        for (var i = 0; i < _filled.Length; i++)
        {
            Before(to, Moved + i);
            _filled[i].Write(this, to, Moved + i);
        }

        End(to);
    }

    protected abstract void Before(TextOutput to, int column);

    protected abstract void Null(TextOutput to, int column);

    /// <summary>The text of a value that is itself text.</summary>
    protected abstract void Text(TextOutput to, int column, ReadOnlySpan<byte> text);

    /// <summary>The text of any other value: ASCII, as <see cref="ValueFormat"/> writes it, or hex.</summary>
    protected abstract void Plain(TextOutput to, int column, ReadOnlySpan<byte> text);

    /// <summary>The text of such a value in the form of its column, which may have signs of any kind.</summary>
    protected abstract void Formed(TextOutput to, int column, ReadOnlySpan<byte> text);

    protected abstract void End(TextOutput to);

    /// <summary>What NULL is written as; empty = as nothing at all.</summary>
    protected ReadOnlySpan<byte> NullWord(int column) => Nulls[column] is [var first, ..] ? first : default;

    private void Value(TextOutput to, ColumnVector vector, int column, int row)
    {
        if (vector.IsNull(row))
        {
            if (vector.TryBeyond(row, out var beyond))
            {
                Text(to, column, beyond);
                return;
            }

            Null(to, column);
        }
        else if (ValueStorages.IsText(vector.Type))
        {
            Text(to, column, vector.Bytes(row));
        }
        else if (vector.Storage == ValueStorage.Bytes && vector.Type.Kind != SqlTypeKind.UniqueIdentifier)
        {
            Plain(to, column, Hex(vector.Bytes(row)));
        }
        else
        {
            Span<byte> room = stackalloc byte[ValueFormat.BytesMax];
            var plain = room[..ValueFormat.Write(vector, row, room)];
            if (_forms[column] is { } form)
            {
                InForm(to, column, form, plain);
            }
            else
            {
                Plain(to, column, plain);
            }
        }
    }

    private void InForm(TextOutput to, int column, ValueForm form, ReadOnlySpan<byte> plain)
    {
        Span<byte> room = stackalloc byte[ValueForm.BytesMax];
        Formed(to, column, room[..form.Write(plain, room)]);
    }

    private ReadOnlySpan<byte> Hex(ReadOnlySpan<byte> bytes)
    {
        if (_hex.Length < bytes.Length * 2)
        {
            _hex = new byte[bytes.Length * 2];
        }

        Convert.TryToHexString(bytes, _hex, out var written);
        return _hex.AsSpan(0, written);
    }

    /// <summary>A value that all rows have.</summary>
    private readonly record struct Filled(byte[]? Bytes, bool IsText)
    {
        public static Filled Of(object? value) => value switch
        {
            null => new Filled(null, false),
            string text => new Filled(Encoding.UTF8.GetBytes(text), true),
            IFormattable number => new Filled(
                Encoding.ASCII.GetBytes(number.ToString(null, CultureInfo.InvariantCulture)), false),
            _ => throw new ArgumentException("a value that all rows have is a number or text", nameof(value)),
        };

        public void Write(RowOutput output, TextOutput to, int column)
        {
            if (Bytes is null)
            {
                output.Null(to, column);
            }
            else if (IsText)
            {
                output.Text(to, column, Bytes);
            }
            else
            {
                output.Plain(to, column, Bytes);
            }
        }
    }
}
