namespace Orchestrator.Data;

/// <content>What a commit would refuse, where constraints wait for it.</content>
public partial interface IDatabase
{
    /// <summary>
    /// What the commit would refuse as things stand, where nothing can have constraints looked at before it; null =
    /// nothing. The database counts along: to ask costs nothing.
    /// </summary>
    Exception? BrokenAtCommit() => null;

    /// <summary>
    /// Whether rows of the table that point to others of it are looked at by the commit alone, so that a part of them
    /// may be broken where all of them are not.
    /// </summary>
    bool WaitsForItself(TableName table) => false;

    /// <summary>Whether a foreign key of the table points to the table itself, whenever it is looked at.</summary>
    bool PointsToItself(TableName table) => false;

    /// <summary>
    /// What the commit would refuse of the rows of a table that point to others, whatever rows of other tables lack
    /// meanwhile; null = nothing. Looks at each of its rows, where they may wait for the commit at all.
    /// </summary>
    Exception? BrokenByRows(TableName table) => null;
}
