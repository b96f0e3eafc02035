using System.Data.SqlTypes;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.Tds;

internal sealed class ValueTextTests
{
    private static readonly object?[][] Cases =
    [
        [null, "NULL"],
        [true, "1"],
        [-7L, "-7"],
        [12.50m, "12.50"],
        [SqlDecimal.Parse("-0.5"), "-0.5"],
        [1e300, "1E+300"],
        [0.1f, "0.1"],
        ["it's\t\U0001D11E", @"N'it''s\u0009𝄞'"],
        [new byte[] { 10, 255 }, "0x0AFF"],
        [new DateOnly(2026, 1, 31), "2026-01-31"],
        [new TimeSpan(0, 23, 59, 59, 999), "23:59:59.9990000"],
        [DateTime.MaxValue, "9999-12-31T23:59:59.9999999"],
        [new DateTimeOffset(2026, 1, 31, 1, 2, 3, TimeSpan.FromHours(-8)), "2026-01-31T01:02:03.0000000-08:00"],
        [Guid.Empty, "00000000-0000-0000-0000-000000000000"],
        [new VariantValue("varchar(3)", "a"), "varchar(3): N'a'"],
    ];

    [TestCaseSource(nameof(Cases))]
    [SetCulture("de-DE")]
    public void A_value_is_shown_the_same_under_every_culture(object? value, string expected)
    {
        Assert.That(ValueText.Show(value), Is.EqualTo(expected));
    }

    [Test]
    public void A_table_shows_its_rows_line_by_line()
    {
        using var server = TdsServer.Start();

        var table = server.Table("dbo.T", "a int", "b nvarchar(5)").With(1, "x").With(2, null);

        Assert.That(table.Text, Is.EqualTo("1 | N'x'\n2 | NULL"));
    }
}
