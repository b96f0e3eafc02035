using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Yaml;

/// <summary>Has the parser make what it makes once in a process, which takes longer than a small file.</summary>
public static class YamlWarmUp
{
    /// <summary>Reads a text of its own.</summary>
    public static void Load() => YamlReader.Read(new SourceFile("", "a: [b, 1]\n"), new DiagnosticBag(), out _);
}
