using System.Data;
using MySqlConnector;

namespace Orchestrator.Data.MariaDb;

/// <summary>Calls: a procedure by CALL, a function by SELECT. The server knows arguments by their place alone.
/// </summary>
internal static class MariaDbProcedures
{
    private const string Function = "function";

    /// <summary>Calls it and goes through all that it returns.</summary>
    public static CallResult Call(MariaDbDatabase database, ProcedureCall call)
    {
        var isFunction = IsFunction(database, call);
        var parameters = Parameters(database, call);
        if (call.Outputs.FirstOrDefault(output => !isFunction && !parameters.Exists(
            parameter => Is(parameter.Name, output.Name) && parameter.Mode != "IN")) is { } missing)
        {
            throw new DataRefusedException(
                "ORC3492",
                $"'{call.Procedure}' gives back nothing called '{missing.Name}'. Correct the name in `outputs`.");
        }

        var text = isFunction ? AsSelect(database, call) : database.Dialect.CallText(call);
        return database.Watched(text, 1, () => isFunction
            ? Select(database, text, call)
            : Run(database, call, parameters));
    }

    /// <summary>Opens the rows that one returns.</summary>
    public static IRowReader Read(MariaDbDatabase database, ProcedureCall call)
    {
        if (IsFunction(database, call))
        {
            return database.Read(AsSelect(database, call), call.Parameters);
        }

        var ordered = Ordered(call, Parameters(database, call));
        return database.Read(database.Dialect.RowsOf(ordered), ordered.Parameters);
    }

    // The server tells no names of a function's parameters: its arguments stand in the order in which they are written.
    private static string AsSelect(MariaDbDatabase database, ProcedureCall call) =>
        $"SELECT {database.Dialect.Quote(call.Procedure)}("
        + $"{string.Join(", ", call.Parameters.Select(parameter => parameter.Name))})";

    private static bool IsFunction(MariaDbDatabase database, ProcedureCall call) =>
        database.Texts(MariaDbScripts.Read("procedure_kind"), ("name", call.Procedure.Name)) is [Function];

    private static List<(string Name, string Mode)> Parameters(MariaDbDatabase database, ProcedureCall call) =>
        database.Rows(
            MariaDbScripts.Read("parameters"), row => (row.GetString(0), row.GetString(1)),
            ("name", call.Procedure.Name));

    // Who may not see the parameters gives the arguments in the order in which they are written.
    private static ProcedureCall Ordered(ProcedureCall call, List<(string Name, string Mode)> parameters)
    {
        if (parameters.Count == 0)
        {
            return call;
        }

        RefuseUnknown(call, parameters);
        return call with
        {
            Arguments = [.. parameters.Select(parameter =>
                (parameter.Name, call.Arguments.FirstOrDefault(given => Is(given.Name, parameter.Name)).Value))],
        };
    }

    private static void RefuseUnknown(ProcedureCall call, List<(string Name, string Mode)> parameters)
    {
        if (call.Arguments.Select(given => given.Name)
            .FirstOrDefault(name => !parameters.Exists(parameter => Is(parameter.Name, name))) is { } unknown)
        {
            throw new MariaDbServerException(
                DatabaseFaultClass.Config, $"'{call.Procedure}' has no parameter '{unknown}'", "Correct the name.");
        }
    }

    private static CallResult Run(
        MariaDbDatabase database, ProcedureCall call, List<(string Name, string Mode)> parameters)
    {
        RefuseUnknown(call, parameters);
        using var command = MariaDbCommands.Make(database.Connection, database.Dialect.Quote(call.Procedure), []);
        // The client asks for what comes back, which it takes to the session's variables.
        command.CommandType = CommandType.StoredProcedure;
        foreach (var (name, mode) in parameters)
        {
            var bound = MariaDbCommands.Bind(
                "@" + name, call.Arguments.FirstOrDefault(given => Is(given.Name, name)).Value);
            bound.Direction = mode switch
            {
                "OUT" => ParameterDirection.Output,
                "INOUT" => ParameterDirection.InputOutput,
                _ => ParameterDirection.Input,
            };
            command.Parameters.Add(bound);
        }

        using (var reader = command.ExecuteReader())
        {
            reader.Drain();
            return new CallResult(
                Math.Max(0, reader.RecordsAffected), null,
                [.. call.Outputs.Select(output => (output.Name, Value(command, output.Name)))]);
        }
    }

    private static string? Value(MySqlCommand command, string name) => MariaDbAnswers.Text(
        command.Parameters.Cast<MySqlParameter>()
            .First(parameter => Is(parameter.ParameterName.TrimStart('@'), name)).Value);

    // Its one value is whatever the outputs call it.
    private static CallResult Select(MariaDbDatabase database, string sql, ProcedureCall call)
    {
        using var command = MariaDbCommands.Make(database.Connection, sql, call.Parameters);
        using var reader = command.ExecuteReader();
        var value = reader.Read() ? MariaDbAnswers.Text(reader, 0) : null;
        reader.Drain();
        return new CallResult(0, null, [.. call.Outputs.Select(output => (output.Name, value))]);
    }

    private static bool Is(string name, string other) => string.Equals(name, other, StringComparison.OrdinalIgnoreCase);
}
