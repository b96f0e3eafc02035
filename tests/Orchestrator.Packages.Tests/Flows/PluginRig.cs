using System.Security.Cryptography;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Flows;

/// <summary>The plug-in of the tests, as it was built, in the plug-ins of a solution.</summary>
internal static class PluginRig
{
    public const string Assembly = "Orchestrator.TestPlugin.dll";

    public const string Beside = "Serilog.dll";

    private static readonly string Built = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory,
        "../../Orchestrator.TestPlugin", Path.GetFileName(AppContext.BaseDirectory.TrimEnd('/', '\\'))));

    /// <summary>Copies all of its files into the solution.</summary>
    public static void Install(string solution)
    {
        var folder = Directory.CreateDirectory(Path.Combine(solution, Plugin.Folder)).FullName;
        foreach (var file in Directory.GetFiles(Built, "*.dll"))
        {
            File.Copy(file, Path.Combine(folder, Path.GetFileName(file)));
        }
    }

    /// <summary>The plug-in with a class, pinned to what lies there.</summary>
    public static Plugin Of(string solution, string name) => new()
    {
        Assembly = Assembly,
        Class = $"Orchestrator.TestPlugin.{name}",
        Sha256 = Sum(solution, Assembly),
        At = new Origin("sales.yaml", 5, 11),
    };

    public static string Sum(string solution, string file) => Convert.ToHexStringLower(
        SHA256.HashData(File.ReadAllBytes(Path.Combine(solution, Plugin.Folder, file))));
}
