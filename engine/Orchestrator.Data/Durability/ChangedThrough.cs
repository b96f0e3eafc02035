namespace Orchestrator.Data.Durability;

/// <summary>
/// A database whose setting is changed through another connection, which has the one right that this needs: it is open
/// only for that, and for asking what stands in the way. All else goes over the connection of the packages.
/// </summary>
/// <param name="own">Over the connection of the packages.</param>
/// <param name="connection">Name of the other connection.</param>
/// <param name="openOther">Opens the other one.</param>
public sealed class ChangedThrough(IDurability own, string connection, Func<IDurability> openOther) : IDurability
{
    public IDatabase Database => own.Database;

    public DatabaseIdentity Identity => own.Identity;

    public bool ChangesDatabase => own.ChangesDatabase;

    public string RelaxedSetting => own.RelaxedSetting;

    public string Setting() => own.Setting();

    public bool IsRelaxed(string setting) => own.IsRelaxed(setting);

    public IReadOnlyList<DurabilityObstacle> Obstacles()
    {
        using var other = openOther();
        return other.Identity == own.Identity ? other.Obstacles() : [Elsewhere(other)];
    }

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">The other connection leads to another database.</exception>
    public void Change(string setting, CancellationToken cancellation)
    {
        using var other = openOther();
        if (other.Identity != own.Identity)
        {
            throw new InvalidOperationException($"{Elsewhere(other).What}.");
        }

        other.Change(setting, cancellation);
    }

    public IDisposable? TryLock(string name) => own.TryLock(name);

    public void Flush(CancellationToken cancellation) => own.Flush(cancellation);

    public void Dispose() => own.Dispose();

    private DurabilityObstacle Elsewhere(IDurability other) => new(
        $"the connection '{connection}' leads to {other.Identity}, and not to {own.Identity}",
        "Name a connection to the same database in `delayedDurability.connection`, or none.", RulesOut: true);
}
