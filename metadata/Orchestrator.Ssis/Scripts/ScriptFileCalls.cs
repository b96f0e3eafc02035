using Orchestrator.Ssis.Scripts.Code;

namespace Orchestrator.Ssis.Scripts;

/// <summary>Calls that work with files, where a File System Task does the same.</summary>
internal static class ScriptFileCalls
{
    /// <summary>Whether a call is one of them.</summary>
    public static bool Has(string name) => Operation(name) is not null;

    /// <summary>The call of `if (File.Exists(a)) { File.Delete(a); }`, where nothing else is done but told, and of what
    /// it asks; null = it is another condition.</summary>
    public static (CSharpNode Call, string Name, CSharpNode Asked)? Guarded(CSharpNode node, ScriptState state)
    {
        if (node.Parts.Count > 2 || node.Parts[1].Kind != CSharpNodeKind.Block
            || node.Parts[1].Parts.Any(each => each.Kind != CSharpNodeKind.Evaluate))
        {
            return null;
        }

        var calls = node.Parts[1].Parts.Select(each => (Call: each.Parts[0],
            Name: ScriptTold.NameOf(each.Parts[0], state))).Where(each => !ScriptTold.Tells(each.Name)).ToArray();
        return calls is [var only] && Has(only.Name) && Asked(node.Parts[0], only.Name, state) is { } asked
            ? (only.Call, only.Name, asked) : null;
    }

    /// <summary>What a call does.</summary>
    /// <param name="name">The call.</param>
    /// <param name="call">Where it stands.</param>
    /// <param name="given">What it is given.</param>
    /// <exception cref="ScriptRefusedException">It has no equal.</exception>
    public static ScriptFileWork Of(string name, CSharpNode call, ScriptValue[] given)
    {
        var isPut = name is "File.Copy" or "File.Move";
        bool? overwrites = name == "File.Copy" && given.Length == 3
            && call.Parts[3] is { Kind: CSharpNodeKind.Flag } flag ? IsTrue(flag) : null;
        if (given.Length != (isPut ? 2 : 1) + (overwrites is null ? 0 : 1))
        {
            throw new ScriptRefusedException($"it calls {name} in another way", call.Line);
        }

        var to = isPut ? Path(name, call, given[1]) : null;
        return new ScriptFileWork(Operation(name)!, Path(name, call, given[0]), to)
        {
            Overwrites = overwrites == true,
        };
    }

    private static string? Operation(string name) => name switch
    {
        "File.Copy" => "CopyFile",
        "File.Move" => "RenameFile",
        "File.Delete" => "DeleteFile",
        "Directory.CreateDirectory" => "CreateDirectory",
        _ => null,
    };

    // A folder is made where there is none, and a file is worked with where there is one.
    private static CSharpNode? Asked(CSharpNode condition, string work, ScriptState state)
    {
        var isMade = work == "Directory.CreateDirectory";
        return Holding(condition, !isMade) is { Kind: CSharpNodeKind.Call, Parts: [var callee, var path] }
            && ScriptNames.Static(callee, state) == (isMade ? "Directory.Exists" : "File.Exists") ? path : null;
    }

    // What a condition says of something that is asked, be it `!a`, `a == false` or `a` itself; null = the other thing.
    private static CSharpNode? Holding(CSharpNode condition, bool isThere) => condition switch
    {
        { Kind: CSharpNodeKind.Unary, Text: "!" } => Holding(condition.Parts[0], !isThere),
        { Kind: CSharpNodeKind.Binary, Text: "==", Parts: [var asked, { Kind: CSharpNodeKind.Flag } flag] } =>
            Holding(asked, isThere == IsTrue(flag)),
        _ => isThere ? condition : null,
    };

    // Visual Basic writes it with a capital.
    private static bool IsTrue(CSharpNode flag) => flag.Text is "true" or "True";

    // What is no whole path lies where the process was started, and `*` is no name there.
    private static string Path(string name, CSharpNode call, ScriptValue path) => path switch
    {
        { Text: null } => throw new ScriptRefusedException($"it calls {name}, and {path.Why}", call.Line),
        { IsObject: true } or { Type: not ScriptType.Text } =>
            throw new ScriptRefusedException($"it calls {name} in another way", call.Line),
        { Literal: { } written } when written.Length == 0 || !ScriptPaths.IsRooted(written)
            || written.AsSpan().IndexOfAny('*', '?') >= 0 =>
            throw new ScriptRefusedException($"it calls {name} with '{written}', which is no whole path", call.Line),
        { Text: { } text } => text,
    };
}
