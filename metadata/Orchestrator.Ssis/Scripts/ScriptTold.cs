using Orchestrator.Ssis.Scripts.Code;

namespace Orchestrator.Ssis.Scripts;

/// <summary>Calls that tell somebody something, or the task what it is about to do.</summary>
internal static class ScriptTold
{
    private static readonly HashSet<string> Telling = new(StringComparer.Ordinal)
    {
        "Console.Write", "Console.WriteLine", "Debug.Print", "Debug.Write", "Debug.WriteLine",
        "Dts.Events.FireInformation", "Dts.Events.FireProgress", "Dts.Events.FireWarning", "Dts.Log",
        "MessageBox.Show", "Trace.Write", "Trace.WriteLine", "Trace.TraceInformation", "Trace.TraceWarning",
        "Trace.TraceError",
    };

    // They keep others from variables while it works, and make no difference to it.
    private static readonly HashSet<string> Locking = new(StringComparer.Ordinal)
    {
        "Dts.VariableDispenser.GetVariables", "Dts.VariableDispenser.LockForRead",
        "Dts.VariableDispenser.LockForWrite", "Dts.VariableDispenser.LockOneForRead",
        "Dts.VariableDispenser.LockOneForWrite", "Dts.Variables.Unlock",
    };

    /// <summary>Whether a call tells somebody something.</summary>
    public static bool Tells(string name) => Telling.Contains(name);

    /// <summary>Whether a call locks or unlocks variables.</summary>
    public static bool Locks(string name) => Locking.Contains(name);

    /// <summary>What is called; empty = it is no name.</summary>
    public static string NameOf(CSharpNode call, ScriptState state) =>
        ScriptNames.Static(call.Parts[0], state) ?? call.Parts[0].Path ?? "";

    /// <summary>Whether a value is the result of a task that ends so.</summary>
    public static bool Ends(CSharpNode value, string end) =>
        (value is { Kind: CSharpNodeKind.Cast, Text: "int" } ? value.Parts[0].Path : value.Path) is { } path
        && (path == $"{ScriptShape.Results}.{end}" || path == $"Dts.Results.{end}" || path == $"DTSExecResult.{end}"
            || path == $"Microsoft.SqlServer.Dts.Runtime.DTSExecResult.{end}");
}
