using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Suite;

/// <summary>
/// A table becomes a file that writes values in a form of its own, and the file the same table again.
/// </summary>
internal sealed class FormTests(PlaceKind kind) : PlaceTests(kind)
{
    private static readonly string[] Names = ["Id", "Price", "Long", "Ratio", "Born", "Changed", "Opens", "Note"];

    private static readonly string[] Types =
        ["int", "decimal(9,2)", "decimal(28,6)", "float", "date", "datetime2(3)", "time(0)", "nvarchar(20)"];

    private static readonly FileFormat German = new()
    {
        Name = "german",
        Field = ",",
        Decimal = ",",
        Thousands = ".",
        DateFormat = "d.M.yyyy",
        DateTimeFormat = "dd.MM.yyyy HH:mm:ss,fff",
        TimeFormat = "HH.mm.ss",
        Nulls = ["NULL", "n/a"],
    };

    [Test]
    public void What_is_written_in_a_form_is_read_back_equal()
    {
        NotOnTheWire("give back what it was given");
        using var files = new FilesPlace(FileStyle.Csv, [.. Names.Select(name => (name, 0))]) { Format = German };
        using var away = new Conformance.Loading(Place, files);
        using var back = new Conformance.Loading(files, Place);
        var (plain, file, again) = (Place.NewTable(), files.NewTable(), Place.NewTable());
        Loading.Write("plain.csv", """
            Id,Price,Long,Ratio,Born,Changed,Opens,Note
            1,1234567.50,1234567890123456789012.123456,1.5E-07,1799-12-31,2026-01-31 23:59:58.123,23:59:58,"NULL"
            2,-0.05,-1000.000001,-1234.5,2026-02-28,1900-01-01 00:00:00.000,00:00:00,"n/a"
            3,,,,,,,
            4,0,0,0,9999-12-31,2026-01-09 01:02:03.004,12:00:00,"1.234,50"
            5,999.99,999,1E+20,2000-02-29,2026-01-09 13:02:03.004,01:02:03,""

            """);

        var results = new[]
        {
            Loading.Run(Loading.Load("plain.csv", plain, Columns())),
            away.Run(away.Load(plain.Name, file, Columns())),
            back.Run(back.Load(file.Name, again, Columns())),
        };

        Assert.That(results.Select(result => result.Error?.Message), Has.All.Null);
        Assert.That(results.Select(result => result.Counts.Inserted), Has.All.EqualTo(5));
        Assert.That(files.Stored(file, ["Id", "Price", "Born", "Opens"])[0],
            Is.EqualTo(new[] { "1", "1.234.567,50", "31.12.1799", "23.59.58" }));
        Assert.That(Place.Stored(again, Names), Is.EqualTo(Place.Stored(plain, Names)));
    }

    private static ColumnDefinition[] Columns() =>
        [.. Names.Zip(Types, (name, type) => Conformance.Loading.Column(name, type))];
}
