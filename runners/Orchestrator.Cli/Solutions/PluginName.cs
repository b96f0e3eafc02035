namespace Orchestrator.Cli.Solutions;

/// <summary>What a plug-in of `init --plugin` may be called: its files, assembly and namespace have that name.
/// </summary>
internal static class PluginName
{
    // The build makes files with far longer names of it, and no file system takes more than 255 bytes.
    private const int CharsMax = 100;

    // The template and the contract mean something else by them, wherever a namespace is called so; System and
    // Orchestrator are the names of the framework and of this command.
    private static readonly HashSet<string> Taken =
    [
        "Flow", "FlowTest", "DataflowPackage", "IFlowContext", "Options", "Sale", "RegionTotal", "RegionTotals",
        "LargestRegion", "LargestRegionOptions", "Encoding",
        "Console", "System", "Orchestrator", "ScriptTask", "ScriptTest", "IScriptContext",
    ];

    private static readonly HashSet<string> Keywords =
    [
        "abstract", "as", "base", "bool", "break", "byte", "case", "catch", "char", "checked", "class", "const",
        "continue", "decimal", "default", "delegate", "do", "double", "else", "enum", "event", "explicit", "extern",
        "false", "finally", "fixed", "float", "for", "foreach", "goto", "if", "implicit", "in", "int", "interface",
        "internal", "is", "lock", "long", "namespace", "new", "null", "object", "operator", "out", "override", "params",
        "private", "protected", "public", "readonly", "ref", "return", "sbyte", "sealed", "short", "sizeof",
        "stackalloc", "static", "string", "struct", "switch", "this", "throw", "true", "try", "typeof", "uint", "ulong",
        "unchecked", "unsafe", "ushort", "using", "virtual", "void", "volatile", "while",
    ];

    /// <summary>Refuses a name that could not be built, or not be loaded.</summary>
    /// <exception cref="UsageException">It is none; the message says why.</exception>
    public static void Refuse(string name)
    {
        var parts = name.Split('.');
        if (!Array.TrueForAll(parts, part => part.Length > 0 && !char.IsAsciiDigit(part[0])
            && part.All(letter => char.IsAsciiLetterOrDigit(letter) || letter == '_')))
        {
            throw new UsageException($"expected --plugin to be a name such as Acme.Flows, got: '{name}'");
        }

        if (name.Length > CharsMax)
        {
            throw new UsageException($"expected --plugin to have at most {CharsMax} characters, got: {name.Length}",
                "files of the build are called after it: give a shorter one");
        }

        if (Array.Find(parts, Keywords.Contains) is { } keyword)
        {
            throw new UsageException($"'{keyword}' in --plugin is a keyword of C#, and no name", "give another one");
        }

        if (Array.Find(parts, Taken.Contains) is { } taken)
        {
            throw new UsageException($"'{taken}' in --plugin means something else already where plug-ins are built",
                "give a name of your own, such as Acme.Flows");
        }
    }
}
