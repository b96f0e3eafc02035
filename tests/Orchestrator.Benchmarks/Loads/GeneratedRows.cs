using System.Text;

namespace Orchestrator.Benchmarks.Loads;

/// <summary>Writes delimited rows of five columns from a seed: the same seed, the same bytes.</summary>
internal static class GeneratedRows
{
    /// <summary>Writes a header and that many rows.</summary>
    public static void Write(string path, int rows, int seed)
    {
        using var file = new StreamWriter(path, append: false, new UTF8Encoding(false), 1 << 16);
        file.Write(Header);
        var random = new Random(seed);
        for (var i = 1; i <= rows; i++)
        {
            file.Write(Row(i, random));
        }
    }

    /// <summary>
    /// Writes about that many bytes, repeating a block of a thousand rows: fast enough to feed readers.
    /// </summary>
    public static long WriteBytes(Stream file, long bytes, int seed)
    {
        var random = new Random(seed);
        var rows = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Range(1, RowsPerBlock).Select(i => Row(i, random))));
        file.Write(Encoding.UTF8.GetBytes(Header));
        var blocks = bytes / rows.Length;
        for (var i = 0L; i < blocks; i++)
        {
            file.Write(rows);
        }

        return blocks * RowsPerBlock;
    }

    private const int RowsPerBlock = 1000;

    private const string Header = "Id,Name,Price,Sold,Note\n";

    private static string Row(int i, Random random)
    {
        var date = new DateOnly(2000, 1, 1).AddDays(random.Next(9000));
        var name = new string((char)('A' + random.Next(26)), 4 + random.Next(12));
        return $"{i},{name} {i % 997},{random.Next(1_000_000) / 100m:0.00},{date:yyyy-MM-dd},"
            + $"\"note, {random.Next(100_000)} of the row\"\n";
    }
}
