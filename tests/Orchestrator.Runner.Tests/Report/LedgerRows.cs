using Microsoft.Data.Sqlite;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Tests.Report;

/// <summary>Asks the ledger's tables by SQL of the tests' own: what the report reads them with is not asked.</summary>
internal static class LedgerRows
{
    public static IReadOnlyList<string> Of(Night night, string sql) => Of(night.Location, sql);

    public static IReadOnlyList<string> Of(LedgerLocation ledger, string sql)
    {
        SQLitePCL.Batteries_V2.Init();
        using var connection = new SqliteConnection($"Data Source={ledger.File};Mode=ReadOnly;Pooling=False");
        connection.Open();
        connection.CreateFunction("moment", (long? micros) => micros is { } at
            ? DateTimeOffset.UnixEpoch.AddMicroseconds(at).ToString("yyyy-MM-dd'T'HH:mm:ss.ffffff'Z'") : null);
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        using var reader = command.ExecuteReader();
        var rows = new List<string>();
        while (reader.Read())
        {
            rows.Add(string.Join(' ', Enumerable.Range(0, reader.FieldCount)
                .Select(at => reader.IsDBNull(at) ? "" : Convert.ToString(reader.GetValue(at)))));
        }

        return rows;
    }
}
