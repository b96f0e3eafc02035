using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Faults.Tests.CrashPoints;

/// <summary>The databases of one busy night: its source, its stage and its ledger.</summary>
internal abstract class BusyPlace(Platform platform, bool isRelaxed) : IDisposable
{
    /// <summary>What the platform of source and stage can do.</summary>
    public PlatformAbilities Abilities { get; } =
        ConnectionAccess.PlatformOf(new Connection { Name = "Stage", Platform = platform })!.Abilities;

    /// <summary>Whether the commits of the stage are delayed.</summary>
    public bool IsRelaxed => isRelaxed;

    /// <summary>The connections and where the ledger lies, in YAML.</summary>
    public abstract string Connections { get; }

    /// <summary>What the connections name.</summary>
    public abstract IReadOnlyDictionary<string, string> Variables { get; }

    /// <summary>How the stage and its setting are to be found by whoever comes.</summary>
    public abstract string Setting { get; }

    /// <summary>Lets the source hold what it holds in a night.</summary>
    public abstract void Deliver(int night);

    /// <summary>The same with databases of its own, in a folder that holds a copy of this one's.</summary>
    public abstract BusyPlace CopyTo(string folder);

    /// <summary>The tables of the stage; those of the engine's own begin with `orchestrator`.</summary>
    public abstract IReadOnlyList<string> Tables();

    /// <summary>The columns of a table.</summary>
    public abstract IReadOnlyList<string> Columns(string table);

    /// <summary>Rows of the stage, their values joined.</summary>
    public abstract List<string> Stage(string sql);

    /// <summary>Rows of the ledger, their values joined; none where there is no ledger yet.</summary>
    public abstract List<string> Ledger(string sql);

    /// <summary>Waits until nobody is at work any more: a server may not have heard of a death yet.</summary>
    public virtual void AwaitRest()
    {
    }

    public abstract void Dispose();

    /// <summary>What delays the commits of the stage, in YAML.</summary>
    protected string Relaxed(string scope) =>
        isRelaxed ? $", reloadable: true, delayedDurability: {{mode: forced{scope}}}" : "";
}
