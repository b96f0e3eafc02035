using System.Globalization;

namespace Orchestrator.Faults.Tests.CrashPoints;

/// <summary>What the sources of a busy night hold: in one night, and in the next, which changed some of it.</summary>
internal static class BusySources
{
    private const int BigRows = 4000;

    /// <summary>Writes the files of a night.</summary>
    public static void Write(string folder, int night)
    {
        Write(folder, "extract/plain.csv", Rows(night).Where(row => row.Id != night * 3).Select(Line));
        Write(folder, "extract/faulty.csv", [.. Rows(night).Select(Line), $"99,{new string('x', 70)}"]);
        Write(folder, "extract/big.csv", Enumerable.Range(1, BigRows).Select(id =>
            string.Create(CultureInfo.InvariantCulture, $"{id},row {id} of night {night} and more of it")));
        Write(folder, $"inbox/sale{night}.csv", Rows(night).Where(row => row.Id % 4 == 0).Select(Line));
        File.WriteAllText(Path.Combine(folder, "inbox", $"sale{night}.done"), "");
    }

    /// <summary>The statements that make the tables of a night.</summary>
    public static IEnumerable<string> Statements(int night)
    {
        string[] tables = ["s_append", "s_delta", "s_drop", "s_split"];
        foreach (var table in tables)
        {
            yield return $"create table {table} (id integer not null, name varchar(60) not null)";
            yield return $"insert into {table} values {Values(night, row => $"({row.Id}, '{row.Name}')")}";
        }

        yield return "create table s_merge (id integer not null, name varchar(60) not null, version integer not null)";
        yield return $"insert into s_merge values "
            + Values(night, row => $"({row.Id}, '{row.Name}', {row.Version})");
        yield return "create table s_range (id integer not null, day date not null, name varchar(60) not null)";
        yield return $"insert into s_range values "
            + Values(night, row => $"({row.Id}, '2026-01-{1 + (row.Id % 31):00}', '{row.Name}')");
    }

    private static string Values(int night, Func<(int Id, string Name, int Version), string> row) =>
        string.Join(", ", Rows(night).Select(row));

    private static string Line((int Id, string Name, int Version) row) => $"{row.Id},{row.Name}";

    // Every fifth has changed and ten have come; what was before has its number of then.
    private static IEnumerable<(int Id, string Name, int Version)> Rows(int night) =>
        Enumerable.Range(1, 20 + (10 * night)).Select(id => night > 1 && (id % 5 == 0 || id > 30)
            ? (id, $"name {id} of night {night}", (1000 * night) + id)
            : (id, $"name {id}", 1000 + id));

    private static void Write(string folder, string name, IEnumerable<string> lines)
    {
        var path = Path.Combine(folder, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, $"id,name\n{string.Join('\n', lines)}\n");
    }
}
