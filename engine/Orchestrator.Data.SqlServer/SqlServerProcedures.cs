using System.Data;
using Microsoft.Data.SqlClient;
using Orchestrator.Types;

namespace Orchestrator.Data.SqlServer;

/// <summary>Calls of stored procedures, which go to the server as such (RPC) and not as text.</summary>
internal static class SqlServerProcedures
{
    private const string ReturnCode = "@RETURN_VALUE";

    /// <summary>The call with its arguments, outputs and return code.</summary>
    public static SqlCommand Command(SqlServerDatabase database, ProcedureCall call)
    {
        var command = database.Command(database.Dialect.Quote(call.Procedure), []);
        command.CommandType = CommandType.StoredProcedure;
        foreach (var (name, value) in call.Arguments)
        {
            command.Parameters.Add(SqlServerCommands.Bind($"@{name}", value));
        }

        foreach (var output in call.Outputs)
        {
            command.Parameters.Add(Output(output));
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
            SqlServerAnswers.Drain(reader);
            reader.Close();
            return Math.Max(0, reader.RecordsAffected);
        });
        return new CallResult(changed, CodeOf(command), [.. call.Outputs.Select(output => (
            output.Name, SqlServerText.Of(command.Parameters[$"@{output.Name}"].SqlValue ?? DBNull.Value)))]);
    }

    /// <summary>The return code, once all answers were read and the reader was closed; 0 where none came.</summary>
    public static int CodeOf(SqlCommand command) => command.Parameters[ReturnCode].Value as int? ?? 0;

    private static SqlParameter Output(RowColumn output)
    {
        var type = output.Type;
        var parameter = new SqlParameter($"@{output.Name}", DbTypeOf(type))
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

    private static SqlDbType DbTypeOf(SqlType type) =>
        Enum.TryParse<SqlDbType>(type.Kind.ToString(), out var same) ? same : SqlDbType.NVarChar;
}
