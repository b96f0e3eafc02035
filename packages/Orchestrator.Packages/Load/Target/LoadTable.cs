using Orchestrator.Data;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Target;

/// <summary>The load table of one attempt: the rows are in it until they are published.</summary>
internal sealed class LoadTable(TargetSession session, TableName target, LoadColumns columns, long attempt)
{
    /// <summary>Its name, which tells the attempt.</summary>
    public TableName Name { get; } = session.Database.Platform.Dialect.LoadTable(target, attempt);

    /// <summary>Whether its rows are numbered.</summary>
    public bool HasNumbers { get; private set; }

    /// <summary>Whether it was made as a copy of the target, to take its place with all that hangs on it.</summary>
    public bool IsShadow { get; private set; }

    private IDatabase Database => session.Database;

    private Dialect Dialect => Database.Platform.Dialect;

    /// <summary>Makes it.</summary>
    /// <param name="isShadow">Whether as a copy of the target.</param>
    /// <param name="isAlike">Whether it is to compare values as the target does, which is there and stays.</param>
    /// <param name="hasNumbers">Whether its rows are numbered.</param>
    /// <param name="foundBy">Columns by which its rows will be looked for.</param>
    public void Make(bool isShadow, bool isAlike, bool hasNumbers, params IReadOnlyList<string> foundBy)
    {
        IsShadow = isShadow;
        HasNumbers = hasNumbers;
        if (isShadow)
        {
            Database.CreateShadow(Name, target, attempt);
        }
        else
        {
            var made = isAlike ? Database.Alike(target, columns.Target) : columns.Target;
            Database.CreateLoadTable(
                Name, target, attempt, hasNumbers ? [.. made, Dialect.RowNumber] : made, foundBy);
        }
    }

    /// <summary>Makes what has to look at all of its rows.</summary>
    public void Complete()
    {
        if (IsShadow)
        {
            Database.CompleteShadow(Name, target);
        }
    }

    /// <summary>Puts it in the place of the target.</summary>
    public void Exchange()
    {
        if (IsShadow)
        {
            Database.ExchangeShadow(Name, target);
        }
        else
        {
            Database.Exchange(Name, target, columns.Target);
        }
    }

    /// <summary>Removes it in the open transaction.</summary>
    public void Drop() => Database.DropLoadTable(Name);

    /// <summary>Removes it in a transaction of its own, once its rows are published.</summary>
    public void DropPublished()
    {
        try
        {
            session.Begin(CancellationToken.None);
            Drop();
            Database.Commit();
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            // The rows are published; the next attempt sweeps what is left.
            Database.Rollback();
        }
    }

    /// <summary>Removes the load tables of earlier attempts on the target; none of them can be alive, since a target
    /// has one package and that one has one attempt at a time.</summary>
    public void Sweep()
    {
        foreach (var left in Database.LeftLoadTables(target))
        {
            Database.DropLoadTable(left);
        }
    }
}
