using static TestWorkbook;

namespace Orchestrator.Data.Tests.Files.Excel;

/// <summary>Sheets at random, held against what was put into them.</summary>
internal sealed class RandomSheetTests
{
    private const int Rounds = 200;
    private const string Signs = "aZ09 ,;\"'\n\tß𝄞&<>=@|";

    [Test]
    public void What_was_put_into_cells_comes_out_of_them_wherever_the_table_stands()
    {
        using var folder = new SheetFolder();
        var random = new Random(TestSeed.Value);
        for (var round = 0; round < Rounds; round++)
        {
            var (top, left, width, height) =
                (random.Next(1, 50), random.Next(1, 40), random.Next(1, 8), random.Next(1, 30));
            var isLate = random.Next(2) == 0;
            var rows = new List<string>();
            var expected = new List<string>();
            if (random.Next(2) == 0 && top > 1)
            {
                rows.Add(Row(1, Text("a title", Core.SheetRange.NameOf(random.Next(1, 60), 1))));
            }

            rows.Add(Row(top, [.. Enumerable.Range(0, width).Select(i => Text($"c{i}", At(left + i, top)))]));
            expected.Add(string.Join('|', Enumerable.Range(0, width).Select(i => $"c{i}")));
            for (var row = top + 1; row <= top + height; row++)
            {
                var cells = Enumerable.Range(0, width).Select(i => Cell(random, At(left + i, row), isLate)).ToArray();
                // A row of blanks alone would be none at the end.
                cells[0] = (Number($"{row}", at: At(left, row)), $"{row}");
                rows.Add(Row(row, [.. cells.Select(cell => cell.Written).OrderBy(_ => random.Next())]));
                expected.Add(string.Join('|', cells.Select(cell => cell.Meant)));
            }

            var book = new TestWorkbook { Date1904 = isLate ? "1" : null, Formats = ["14", "0.00%", "[h]:mm:ss"] };
            var range = $"{At(left, top)}:{At(left + width - 1, top + height)}";

            var read = folder.Read(book.Sheet("S", [.. rows]).Bytes(), range: range);

            Assert.That(read, Is.EqualTo(expected), $"{TestSeed.Hint}, round {round}, {range}");
        }
    }

    private static (string Written, string Meant) Cell(Random random, string at, bool isLate)
    {
        switch (random.Next(6))
        {
            case 0:
                // At most 15 digits, as Excel keeps them.
                var number = new decimal(
                    random.Next(), random.Next(1 << 16), 0, random.Next(2) == 0, (byte)random.Next(9));
                return (Number($"{number}", random.Next(2) * 2, at), $"{number / 1.0000000000000000000000000000m}");
            case 1:
                var day = new DateOnly(1904, 1, 1).AddDays(random.Next(1, 90_000));
                var serial = day.DayNumber - new DateOnly(1904, 1, 1).DayNumber + (isLate ? 0 : 1462);
                return (Number($"{serial}", 1, at), $"{day:yyyy-MM-dd}");
            case 2:
                var text = string.Concat(Enumerable.Range(0, random.Next(1, 20)).Select(_ =>
                    Signs.EnumerateRunes().ElementAt(random.Next(Signs.EnumerateRunes().Count()))));
                return (Text(text, at), text);
            case 3:
                var isTrue = random.Next(2) == 0;
                return ($"<c r=\"{at}\" t=\"b\"><v>{(isTrue ? 1 : 0)}</v></c>", isTrue ? "true" : "false");
            case 4:
                var seconds = random.Next(1, 1_000_000);
                return (Number($"{seconds / 86400d:R}", 3, at),
                    $"{seconds / 3600:00}:{seconds / 60 % 60:00}:{seconds % 60:00}");
            default:
                return (Blank(at), "∅");
        }
    }

    private static string At(int column, int row) => Core.SheetRange.NameOf(column, row);
}
