using Npgsql;

namespace Orchestrator.Data.PostgreSql;

/// <summary>Calls: a procedure by CALL, a function by SELECT.</summary>
internal static class PostgreSqlProcedures
{
    /// <summary>Calls it and goes through all that it returns; the first row is its outputs.</summary>
    public static CallResult Call(PostgreSqlDatabase database, ProcedureCall call)
    {
        var kind = database.Texts(PostgreSqlScripts.Read("procedure_kind"),
            ("schema", call.Procedure.Schema), ("name", call.Procedure.Name));
        var sql = kind is ["p"] or [] ? database.Dialect.CallText(call) : database.Dialect.RowsOf(call);
        return database.Watched(sql, 1, () => Call(database, sql, call));
    }

    /// <summary>Arguments as text, so that the server reads each as the type that it declared.</summary>
    public static ProcedureCall AsText(ProcedureCall call) => call with
    {
        Arguments = [.. call.Arguments.Select(argument =>
            (argument.Name, (object?)PostgreSqlCommands.Text(argument.Value)))],
    };

    /// <summary>Opens the rows that one returns.</summary>
    public static IRowReader Read(PostgreSqlDatabase database, ProcedureCall call)
    {
        var asText = AsText(call);
        return database.Read(database.Dialect.RowsOf(asText), asText.Parameters);
    }

    private static CallResult Call(PostgreSqlDatabase database, string sql, ProcedureCall call)
    {
        using var command = PostgreSqlCommands.Make(database.Connection, sql, AsText(call).Parameters);
        command.AllResultTypesAreUnknown = true;
        using var reader = command.ExecuteReader();
        var outputs = new List<(string Name, string? Value)>();
        do
        {
            while (reader.Read())
            {
                if (outputs.Count == 0)
                {
                    outputs.AddRange(call.Outputs.Select(output => (output.Name, Value(reader, call, output.Name))));
                }
            }
        }
        while (reader.NextResult());
        return new CallResult(Math.Max(0, reader.RecordsAffected), null, outputs);
    }

    private static string? Value(NpgsqlDataReader reader, ProcedureCall call, string name)
    {
        for (var i = 0; i < reader.FieldCount; i++)
        {
            if (reader.GetName(i) == name)
            {
                return reader.IsDBNull(i) ? null : reader.GetString(i);
            }
        }

        throw new DataRefusedException(
            "ORC3492", $"'{call.Procedure}' gives back nothing called '{name}'. Correct the name in `outputs`.");
    }
}
