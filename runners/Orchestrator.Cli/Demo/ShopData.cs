using System.Text;

namespace Orchestrator.Cli.Demo;

/// <summary>
/// Writes the files of the sample `shop`: 40 tables, about a million rows. The same seed gives the same bytes
/// everywhere. A few values are as bad as real extracts are: names and descriptions that are too long for Staging,
/// prices with more digits than it keeps.
/// </summary>
internal static class ShopData
{
    /// <summary>The seed of the checked-in figures.</summary>
    public const ulong DefaultSeed = 20161114;

    /// <summary>Writes `name.csv` for each table into <paramref name="folder"/>; calls back after each.</summary>
    public static void Write(string folder, ulong seed = DefaultSeed, Action<ShopTable>? written = null)
    {
        Directory.CreateDirectory(folder);
        Parallel.ForEach(ShopTables.All.OrderByDescending(table => table.Rows), table =>
        {
            WriteTable(Path.Combine(folder, table.Name + ".csv"), table, seed);
            written?.Invoke(table);
        });
    }

    private static void WriteTable(string path, ShopTable table, ulong seed)
    {
        using var file = new StreamWriter(path, append: false, new UTF8Encoding(false), bufferSize: 1 << 16);
        var values = new ShopValues(seed, table.Name);
        file.Write(string.Join(',', table.Columns.Select(column => column.Name)));
        file.Write('\n');
        var line = new StringBuilder();
        for (var row = 1; row <= table.Rows; row++)
        {
            line.Clear();
            foreach (var column in table.Columns)
            {
                if (line.Length > 0)
                {
                    line.Append(',');
                }

                values.Append(line, column, row);
            }

            file.Write(line.Append('\n'));
        }
    }
}
