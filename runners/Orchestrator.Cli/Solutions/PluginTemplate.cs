using Orchestrator.Dataflow;
using Orchestrator.Plugins;

namespace Orchestrator.Cli.Solutions;

/// <summary>What `init --plugin` writes: a solution with a plug-in of its own, and a test of that.</summary>
internal static class PluginTemplate
{
    private const string Solution = Template.Solution + """
        projects:
          - {project: Staging, source: Files, target: Staging}

        """;

    private const string Object = """
        # yaml-language-server: $schema=../../../orchestrator.schema.json
        # Build the class and pin it: dotnet publish plugin -o plugins && orchestrator plugins pin
        object: region_total
        kind: dataflow
        source: {file: sale.csv}
        plugin:
          assembly: @name.dll
          class: @namespace.RegionTotals
          sha256: "0000000000000000000000000000000000000000000000000000000000000000"
        options: {least: 10}
        errors: {onError: redirect}

        """;

    private const string Class = """
        using Orchestrator.Dataflow;
        using Orchestrator.Plugins;

        namespace @namespace;

        /// <summary>What `options` of the metadata says.</summary>
        public sealed record Options
        {
            /// <summary>Sales below this amount are left out.</summary>
            public decimal Least { get; init; }
        }

        /// <summary>A row of the source: its members are columns.</summary>
        public sealed record Sale(int Id, string Region, decimal Amount);

        /// <summary>A row of the target.</summary>
        public sealed record RegionTotal(string Region, int Sales, decimal Amount);

        /// <summary>The sales of each region, added up.</summary>
        public sealed class RegionTotals : DataflowPackage<Options>
        {
            protected override void Build(Flow flow, Options options, IFlowContext context) => context.Target(
                context.Source<Sale>()
                    .Filter("least", sale => sale.Amount >= options.Least)
                    .Aggregate("regions", sale => sale.Region,
                        region => new RegionTotal(region, 0, 0m),
                        (total, sale) => total with
                        {
                            Sales = total.Sales + 1,
                            Amount = total.Amount + sale.Amount,
                        },
                        (region, total) => total));
        }

        """;

    private const string Work = """
        # yaml-language-server: $schema=../../../orchestrator.schema.json
        # A class between loads: it reads what they have loaded, and writes a file.
        object: largest_region
        kind: script
        dependsOn: [region_total]
        plugin:
          assembly: @name.dll
          class: @namespace.LargestRegion
          sha256: "0000000000000000000000000000000000000000000000000000000000000000"
          reads: [Staging]
          writes: [Files]
        options: {folder: Files, file: largest_region.txt}
        idempotent: true

        """;

    private const string WorkClass = """
        using System.Text;
        using Orchestrator.Plugins;

        namespace @namespace;

        /// <summary>What `options` of the metadata says.</summary>
        public sealed record LargestRegionOptions
        {
            /// <summary>The connection below which the file is written.</summary>
            public required string Folder { get; init; }

            /// <summary>The file.</summary>
            public required string File { get; init; }
        }

        /// <summary>Tells in a file which region has sold most.</summary>
        public sealed class LargestRegion : ScriptTask<LargestRegionOptions>
        {
            protected override void Run(LargestRegionOptions options, IScriptContext context)
            {
                var regions = context.Read<RegionTotal>("Staging", "select Region, Sales, Amount from region_total");
                var largest = regions.MaxBy(region => region.Amount)?.Region ?? "none";
                context.Log($"the largest of {regions.Count} regions is {largest}");
                context.WriteFile(options.Folder, options.File, file => file.Write(Encoding.UTF8.GetBytes(largest)));
            }
        }

        """;

    private const string Test = """
        using @namespace;
        using Orchestrator.Plugins;

        // A test without a database: run it with `dotnet run --project test`, or move it into a suite of yours.
        var rows = new FlowTest()
            .WithSource(new Sale(1, "North", 10m), new Sale(2, "South", 9m), new Sale(3, "North", 20m))
            .RowsOf<Options, RegionTotal>(new RegionTotals(), new Options { Least = 10 });
        if (rows.Count != 1 || rows[0] != new RegionTotal("North", 2, 30m))
        {
            Console.Error.WriteLine($"expected North with 2 sales of 30, got: {string.Join(", ", rows)}");
            return 1;
        }

        var task = new ScriptTest()
            .WithRead("Staging", new RegionTotal("North", 2, 30m), new RegionTotal("South", 1, 40m))
            .Ran(new LargestRegion(), new LargestRegionOptions { Folder = "Out", File = "largest.txt" });
        if (task.Logged[0] != "the largest of 2 regions is South" || !task.Written.ContainsKey("Out/largest.txt"))
        {
            Console.Error.WriteLine($"expected South, got: {task.Logged[0]}");
            return 1;
        }

        Console.WriteLine("RegionTotals adds up the sales of each region, LargestRegion tells the largest");
        return 0;

        """;

    private const string Project = """
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup>
            <TargetFramework>net10.0</TargetFramework>
            <Nullable>enable</Nullable>
            <ImplicitUsings>enable</ImplicitUsings>
            <AssemblyName>@name</AssemblyName>
            <Deterministic>true</Deterministic>
            <DebugType>embedded</DebugType>
          </PropertyGroup>
          <ItemGroup>
            <!-- The contract; the orchestrator has its own at run time, so that none goes into plugins/. -->
            <Reference Include="../contract/Orchestrator.Plugins.dll" Private="false" />
            <Reference Include="../contract/Orchestrator.Dataflow.dll" Private="false" />
          </ItemGroup>
        </Project>

        """;

    private const string TestProject = """
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup>
            <OutputType>Exe</OutputType>
            <TargetFramework>net10.0</TargetFramework>
            <Nullable>enable</Nullable>
            <ImplicitUsings>enable</ImplicitUsings>
          </PropertyGroup>
          <ItemGroup>
            <ProjectReference Include="../plugin/@name.csproj" />
            <Reference Include="../contract/Orchestrator.Plugins.dll" />
            <Reference Include="../contract/Orchestrator.Dataflow.dll" />
          </ItemGroup>
        </Project>

        """;

    private const string Sales = """
        Id,Region,Amount
        1,North,12.50
        2,South,7.25
        3,North,1999.99
        4,East,much

        """;

    /// <summary>Path below the solution and text, with LF.</summary>
    public static IEnumerable<(string Path, string Text)> Files(string name) =>
        new (string Path, string Text)[]
        {
            ("solution.yaml", Template.Platformed(Solution)), ("projects/Staging/objects/region_total.yaml", Object),
            ("projects/Staging/objects/largest_region.yaml", Work), ("plugin/LargestRegion.cs", WorkClass),
            ("data/sale.csv", Sales), ($"plugin/{name}.csproj", Project), ("plugin/RegionTotals.cs", Class),
            ($"test/{name}.Test.csproj", TestProject), ("test/Program.cs", Test),
            (Template.Ignore, Template.IgnoreText + "bin/\nobj/\n"), ("orchestrator.schema.json", SchemaVerb.Text),
        }.Select(file => (file.Path, file.Text.Replace("@namespace", name.Replace('-', '_'), StringComparison.Ordinal)
            .Replace("@name", name, StringComparison.Ordinal).ReplaceLineEndings("\n")));

    /// <summary>Copies the contract that a plug-in is built against beside it.</summary>
    /// <exception cref="UsageException">This command has no assemblies beside it.</exception>
    public static void CopyContract(string folder)
    {
        foreach (var type in new[] { typeof(DataflowPackage), typeof(Flow) })
        {
            var name = type.Assembly.GetName().Name + ".dll";
            var from = Path.Combine(AppContext.BaseDirectory, name);
            if (!File.Exists(from))
            {
                throw new UsageException($"{name} does not lie beside this command, so that no plug-in can be built",
                    "use the command as a tool of .NET: `orchestrator help install`");
            }

            var to = Directory.CreateDirectory(Path.Combine(folder, "contract")).FullName;
            File.Copy(from, Path.Combine(to, name), overwrite: true);
        }
    }
}
