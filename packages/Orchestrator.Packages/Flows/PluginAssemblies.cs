using System.Collections.Concurrent;
using System.Reflection;
using System.Runtime.Loader;
using Orchestrator.Core;
using Orchestrator.Dataflow;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;
using Orchestrator.Plugins;

namespace Orchestrator.Packages.Flows;

/// <summary>
/// The assemblies of one plug-in, apart from those of others: made of the very bytes whose sums the metadata name. The
/// flow library and the contract are the host's own; besides it is given what .NET has, and nothing that merely lies
/// beside it.
/// </summary>
internal sealed class PluginAssemblies : AssemblyLoadContext
{
    // Loaded once each: an assembly cannot be let go of while anything of it is in use.
    private static readonly ConcurrentDictionary<string, Lazy<PluginAssemblies>> Loaded = new();

    private static readonly Assembly[] Shared = [typeof(DataflowPackage).Assembly, typeof(Flow).Assembly];

    private readonly Dictionary<string, byte[]> _beside;
    private readonly Assembly _main;

    private PluginAssemblies(string name, IReadOnlyList<byte[]> files, IEnumerable<string> names)
        : base(name)
    {
        _beside = names.Zip(files.Skip(1)).ToDictionary(
            each => Path.GetFileNameWithoutExtension(each.First), each => each.Second,
            StringComparer.OrdinalIgnoreCase);
        _main = LoadFromStream(new MemoryStream(files[0]));
    }

    /// <summary>The class of a plug-in; nothing of it has run yet.</summary>
    /// <param name="plugin">What the metadata say of it.</param>
    /// <param name="solution">The folder of the solution.</param>
    /// <param name="contract">What the class must derive from.</param>
    /// <exception cref="PackageRefusedException">A file is another one, or it has no such class.</exception>
    public static Type Find(Plugin plugin, string solution, Type contract)
    {
        byte[][] files = [.. plugin.Files.Select(file => PluginFiles.Bytes(file, solution))];
        var key = string.Join('|', plugin.Files.Select(file => $"{file.Name}={file.Sha256}"));
        try
        {
            var loaded = Loaded.GetOrAdd(key, _ => new Lazy<PluginAssemblies>(() => new PluginAssemblies(
                plugin.Assembly, files, plugin.With.Select(file => file.Name)))).Value;
            RefuseOtherContract(plugin, loaded._main);
            return Class(plugin, loaded._main, contract);
        }
        catch (BadImageFormatException wrong)
        {
            throw Refused(plugin, $"is no .NET assembly ({wrong.Message.TrimEnd('.')}). Name the .dll that the build "
                + "of the plug-in made.");
        }
    }

    protected override Assembly? Load(AssemblyName assemblyName)
    {
        if (Array.Find(Shared, each => each.GetName().Name == assemblyName.Name) is { } shared)
        {
            return shared;
        }

        return _beside.TryGetValue(assemblyName.Name!, out var bytes) ? LoadFromStream(new MemoryStream(bytes))
            : assemblyName.Name!.StartsWith("Orchestrator.", StringComparison.Ordinal)
            ? throw new FileNotFoundException($"'{assemblyName.Name}' is no part of the contract with plug-ins")
            : null;
    }

    // While numbers begin with 0, each second number may break what the one before had promised.
    private static void RefuseOtherContract(Plugin plugin, Assembly assembly)
    {
        var references = assembly.GetReferencedAssemblies();
        foreach (var shared in Shared.Select(each => each.GetName()))
        {
            if (Array.Find(references, each => each.Name == shared.Name)?.Version is not { } built)
            {
                continue;
            }

            var own = shared.Version!;
            if (built.Major != own.Major || built.Minor != own.Minor || built.Build > own.Build)
            {
                throw Refused(plugin, $"was built against {shared.Name} {built.ToString(3)}, and this orchestrator has "
                    + $"{own.ToString(3)}. Build it against {own.ToString(3)}, and pin it anew.", "ORC3703");
            }
        }

        if (Array.TrueForAll(references, each => each.Name != Shared[0].GetName().Name))
        {
            throw Refused(plugin, $"has no reference to {Shared[0].GetName().Name}, and so is no plug-in.", "ORC3703");
        }
    }

    private static Type Class(Plugin plugin, Assembly assembly, Type contract)
    {
        if (TypeOf(assembly, plugin.Class) is not { } type)
        {
            var there = TypesOf(assembly).Where(each => Is(contract, each)).Select(each => each.FullName).ToArray();
            throw Refused(plugin, $"has no class '{plugin.Class}'. "
                + (there.Length == 0 ? $"None in it is a {contract.Name}." : $"It has: {string.Join(", ", there)}."));
        }

        return Is(contract, type) ? type : throw Refused(plugin, $"has a class '{plugin.Class}' that cannot be run: it "
            + $"must derive from {contract.Name}, be public and not abstract, and have a constructor without "
            + "parameters.");
    }

    // Null stands for one that is not there, and not for one whose base is missing: that is what is thrown.
    private static Type? TypeOf(Assembly assembly, string name)
    {
        try
        {
            return assembly.GetType(name, throwOnError: true);
        }
        catch (TypeLoadException)
        {
            return null;
        }
    }

    // Of others than the one that was asked for, what they derive from may be missing.
    private static IEnumerable<Type> TypesOf(Assembly assembly)
    {
        try
        {
            return assembly.GetTypes();
        }
        catch (ReflectionTypeLoadException some)
        {
            return some.Types.OfType<Type>();
        }
    }

    private static bool Is(Type contract, Type type) => type is { IsPublic: true, IsAbstract: false }
        && type.IsSubclassOf(contract) && type.GetConstructor(Type.EmptyTypes) is not null;

    private static PackageRefusedException Refused(Plugin plugin, string why, string code = "ORC3702") =>
        new(code, ErrorClass.Config, "open", $"'{Plugin.Folder}/{plugin.Assembly}' {why}");
}
