using System.Globalization;
using System.Text;

namespace Orchestrator.Benchmarks.Nights;

/// <summary>A table as people have them, as a delimited file: a number, a text, a price, a day, a measure.</summary>
internal static class NightFile
{
    /// <summary>Its columns and their types in the metadata.</summary>
    public static IReadOnlyList<(string Name, string Type)> Columns { get; } =
    [
        ("Id", "int"), ("Name", "nvarchar(40)"), ("Amount", "decimal(12, 2)"), ("Day", "date"), ("Rate", "float"),
    ];

    private const int Words = 5000;

    /// <summary>Writes a header and that many rows, the same ones each time.</summary>
    public static void Write(string path, long rows)
    {
        using var file = new StreamWriter(path, append: false, new UTF8Encoding(false), 1 << 16);
        file.Write(string.Join(',', Columns.Select(column => column.Name)) + "\n");
        var random = new Random(7);
        string[] words = [.. Enumerable.Range(0, Words).Select(i => Word(random))];
        for (var i = 1L; i <= rows; i++)
        {
            var day = new DateOnly(2010, 1, 1).AddDays(random.Next(5800));
            file.Write(string.Create(CultureInfo.InvariantCulture,
                $"{i},{words[random.Next(Words)]},{random.Next(100_000_000) / 100m:0.00},{day:yyyy-MM-dd},"
                + $"{random.NextDouble() * 1000:0.000000}\n"));
        }
    }

    private static string Word(Random random) =>
        new([.. Enumerable.Range(0, 8 + random.Next(16)).Select(i => (char)('a' + random.Next(26)))]);
}
