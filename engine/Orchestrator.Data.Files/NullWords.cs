using System.Text;

namespace Orchestrator.Data.Files;

/// <summary>
/// Makes fields NULL that are one of the words for it, to the byte. A quoted field is never one, whatever it holds.
/// </summary>
internal sealed class NullWords
{
    private readonly byte[][]?[] _words;

    private NullWords(byte[][]?[] words) => _words = words;

    /// <summary>Those of the columns of a file; null = there are none.</summary>
    public static NullWords? Of(TextFormat format, IReadOnlyList<string> columns)
    {
        byte[][]?[] words = [.. columns.Select(column => Of(format, column))];
        return words.All(word => word is null) ? null : new NullWords(words);
    }

    /// <summary>Those of one column; null = there are none.</summary>
    public static byte[][]? Of(TextFormat format, string column) => format.NullsOf(column) is { Count: > 0 } nulls
        ? [.. nulls.Select(Encoding.UTF8.GetBytes)]
        : null;

    /// <summary>Whether a text is one of the words.</summary>
    public static bool Has(byte[][]? words, ReadOnlySpan<byte> text)
    {
        if (words is null)
        {
            return false;
        }

        foreach (var word in words)
        {
            if (text.SequenceEqual(word))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Makes NULL what stands for it in the first rows of a batch.</summary>
    public void Mark(RowBatch batch, int rows, RowParser parser)
    {
        for (var i = 0; i < _words.Length; i++)
        {
            if (_words[i] is { } words)
            {
                Mark(batch.Columns[i], words, rows, parser);
            }
        }
    }

    private static void Mark(ColumnVector column, byte[][] words, int rows, RowParser parser)
    {
        var data = column.Block.Array;
        for (var row = 0; row < rows; row++)
        {
            if (!column.IsNull(row) && Has(words, column.Bytes(row)) && !parser.IsQuoted(data, column.Starts[row]))
            {
                column.SetNull(row);
            }
        }
    }
}
