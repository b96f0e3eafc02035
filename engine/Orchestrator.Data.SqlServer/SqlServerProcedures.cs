using System.Data;
using Microsoft.Data.SqlClient;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.SqlServer;

/// <summary>Calls of stored procedures, which go to the server as such (RPC) and not as text.</summary>
internal static class SqlServerProcedures
{
    private const string ReturnCode = "@RETURN_VALUE";

    /// <summary>The call with its arguments, outputs and return code.</summary>
    public static SqlCommand Command(SqlServerDatabase database, ProcedureCall call)
    {
        var types = OutputTypes(database, call);
        var command = database.Command(database.Dialect.Quote(call.Procedure), []);
        command.CommandType = CommandType.StoredProcedure;
        foreach (var (name, value) in call.Arguments)
        {
            command.Parameters.Add(SqlServerCommands.Bind($"@{name}", value));
        }

        foreach (var output in call.Outputs)
        {
            command.Parameters.Add(Output(output.Name, types.GetValueOrDefault(Folded(output.Name), output.Type)));
        }

        command.Parameters.Add(new SqlParameter(ReturnCode, SqlDbType.Int)
        {
            Direction = ParameterDirection.ReturnValue,
        });
        return command;
    }

    /// <summary>Calls it and goes through all that it returns: an error may stand behind the first result.</summary>
    public static CallResult Call(SqlServerDatabase database, ProcedureCall call)
    {
        using var command = Command(database, call);
        var changed = database.Run(command, 1, static command =>
        {
            using var reader = command.ExecuteReader();
            reader.Drain();
            reader.Close();
            return Math.Max(0, reader.RecordsAffected);
        });
        return new CallResult(changed, CodeOf(command), [.. call.Outputs.Select(output => (
            output.Name, SqlServerText.Of(command.Parameters[$"@{output.Name}"].SqlValue ?? DBNull.Value)))]);
    }

    /// <summary>The return code, once all answers were read and the reader was closed; 0 where none came.</summary>
    public static int CodeOf(SqlCommand command) => command.Parameters[ReturnCode].Value as int? ?? 0;

    // A value that is longer than what is said of it would come back cut, or rounded, in silence.
    private static Dictionary<string, SqlType> OutputTypes(SqlServerDatabase database, ProcedureCall call) =>
        call.Outputs.Count == 0 ? [] : database.Rows(
            SqlServerScripts.Read("outputs"),
            row => (Name: Folded(row.GetString(0)), Type: SqlServerTypeMap.Of(
                row.GetString(1), row.GetInt16(2), row.GetByte(3), row.GetByte(4))),
            ("schema", call.Procedure.Schema), ("name", call.Procedure.Name))
            .Where(each => each.Type is { } type && DbTypeOf(type) is not null)
            .DistinctBy(each => each.Name).ToDictionary(each => each.Name, each => each.Type!.Value);

    private static string Folded(string name) => name.TrimStart('@').ToUpperInvariant();

    private static SqlParameter Output(string name, SqlType type)
    {
        var parameter = new SqlParameter($"@{name}", DbTypeOf(type) ?? SqlDbType.NVarChar)
        {
            Direction = ParameterDirection.Output,
        };
        if (type.IsText || type.IsBinary)
        {
            parameter.Size = type.LengthMax is > 0 and <= 8000 ? type.LengthMax : -1;
        }
        else if (type.Kind == SqlTypeKind.Decimal)
        {
            (parameter.Precision, parameter.Scale) = ((byte)type.Precision, (byte)type.Scale);
        }

        return parameter;
    }

    private static SqlDbType? DbTypeOf(SqlType type) =>
        Enum.TryParse<SqlDbType>(type.Kind.ToString(), out var same) ? same : null;
}
