namespace Orchestrator.Cli.Tests.Compare;

/// <summary>
/// Rows of all common types, and the same with differences of which each was once lost in silence on the way between
/// two platforms. Values are texts that every platform takes; null = NULL.
/// </summary>
internal static class PlantedRows
{
    public const string Key = "id";

    private const int Last = 60;

    /// <summary>The columns, the key first.</summary>
    public static readonly string[] Columns =
        [Key, "n", "d", "f", "s", "c", "t", "day", "tod", "b", "raw"];

    /// <summary>Which row holds what else in which column.</summary>
    public static readonly (int Id, string Column, string? Value)[] Planted =
    [
        (1, "s", "Name 1 "), (2, "s", "name 2"), (3, "s", "Namé 3"), (4, "s", ""), (5, "s", null),
        (6, "s", " Name 6"), (7, "s", "Name  7"), (8, "s", "Name\n8"), (9, "s", "Name 9€"), (10, "s", "Name 10😀"),
        (11, "s", "Cafe\u0301 11"), (12, "n", "12001"), (13, "n", "-13000"), (14, "n", "9007199254740993"),
        (15, "n", null), (16, "n", "9223372036854775806"), (17, "d", "17.2501"), (18, "d", "18.2499"),
        (19, "d", null), (20, "d", "-20.25"), (21, "d", "99999999999.9998"), (22, "f", "2.7500000000000004"),
        (23, "f", null), (24, "f", "3.25"), (25, "c", "aB"), (26, "c", "ab c"), (27, "c", null),
        (28, "t", "2026-01-31 10:00:00.123457"), (29, "t", "2026-01-31 10:00:00.123000"),
        (30, "t", "2026-01-31 11:00:00.123456"), (31, "t", null), (32, "t", "2026-01-31 10:00:01.123456"),
        (33, "day", "2026-02-01"), (34, "day", "2025-01-31"), (35, "day", null), (36, "tod", "10:00:01"),
        (37, "tod", "10:00:00.000001"), (38, "b", "0"), (39, "b", null), (40, "raw", "0103"), (41, "raw", null),
    ];

    /// <summary>The rows as the first side has them.</summary>
    public static IReadOnlyList<string?[]> Old { get; } = [.. Enumerable.Range(1, Last).Select(Row)];

    /// <summary>The rows with what is planted: two are missing, two more are there.</summary>
    public static IReadOnlyList<string?[]> New { get; } =
    [
        .. Enumerable.Range(1, Last + 2).Where(id => id is not (42 or 43)).Reverse().Select(id =>
        {
            var row = Row(id);
            foreach (var (_, column, value) in Planted.Where(one => one.Id == id))
            {
                row[Array.IndexOf(Columns, column)] = value;
            }

            return row;
        }),
    ];

    private static string?[] Row(int id) =>
    [
        $"{id}",
        id switch { 14 => "9007199254740992", 16 => "9223372036854775807", _ => $"{id * 1000}" },
        id == 21 ? "99999999999.9999" : $"{id}.2500",
        $"{id / 8.0}",
        id == 11 ? "Caf\u00e9 11" : $"Name {id}",
        "ab",
        "2026-01-31 10:00:00.123456",
        "2026-01-31",
        "10:00:00.000000",
        "1",
        "0102",
    ];
}
