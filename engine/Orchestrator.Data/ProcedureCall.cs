using System.Globalization;

namespace Orchestrator.Data;

/// <summary>A call of a stored procedure or function.</summary>
/// <param name="Procedure">Its name.</param>
/// <param name="Arguments">Its arguments by name; null = NULL.</param>
public sealed record ProcedureCall(TableName Procedure, IReadOnlyList<(string Name, object? Value)> Arguments)
{
    /// <summary>What it gives back by name, beside rows: the name and type of each.</summary>
    public IReadOnlyList<RowColumn> Outputs { get; init; } = [];

    /// <summary>Whether a return code other than 0 is a failure. Default: yes.</summary>
    public bool FailsOnReturnCode { get; init; } = true;

    /// <summary>The arguments as the parameters @p1 and on, which every platform takes.</summary>
    public IReadOnlyList<(string Name, object? Value)> Parameters =>
        [.. Arguments.Select((argument, i) => ($"@p{i + 1}", argument.Value))];

    /// <summary>Refuses a return code that is a failure; null = there is none.</summary>
    /// <exception cref="DataRefusedException">It is not 0.</exception>
    public void Check(int? returnCode)
    {
        if (returnCode is not (null or 0) && FailsOnReturnCode)
        {
            throw new DataRefusedException(
                "ORC3491", string.Create(CultureInfo.InvariantCulture,
                    $"The procedure '{Procedure}' returned {returnCode}, which says that it failed. See its own "
                    + $"messages in run.log; where the code means something else, write `returnCode: ignore`."));
        }
    }
}

/// <summary>What a procedure gave back.</summary>
/// <param name="Changed">Rows changed, where the server tells.</param>
/// <param name="ReturnCode">Its return code; null where the platform knows none.</param>
/// <param name="Outputs">Its outputs by name, as text, invariant; null = NULL.</param>
public sealed record CallResult(
    long Changed, int? ReturnCode, IReadOnlyList<(string Name, string? Value)> Outputs);
