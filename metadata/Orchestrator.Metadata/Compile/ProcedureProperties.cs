using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>What the call of a procedure says.</summary>
internal static class ProcedureProperties
{
    public static void Add(PropertyList list, string prefix, Procedure? procedure)
    {
        if (procedure is null)
        {
            return;
        }

        var name = procedure.Schema is null ? procedure.Name : $"{procedure.Schema}.{procedure.Name}";
        list.Add(prefix + "procedure", name, procedure.At);
        foreach (var argument in procedure.Arguments)
        {
            list.Add($"{prefix}arguments.{argument.Name}", argument.Written, procedure.At);
        }

        foreach (var output in procedure.Outputs)
        {
            list.Add($"{prefix}outputs.{output.Name}", output.DataType.ToString(), procedure.At);
        }

        list.Add(prefix + "returnCode", procedure.FailsOnReturnCode ? "fail" : "ignore", procedure.At, "fail");
    }
}
